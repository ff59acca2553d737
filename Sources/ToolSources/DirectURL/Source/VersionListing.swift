internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Transport
internal import Versions

/// A version of a tool, and the tag or name from which it was read.
struct TaggedVersion: Hashable, Sendable {
  let version: Version
  let tag: String
}

/// The search for the versions of a tool.
///
/// The versions are on a page (a document in JSON, a page of links, or a text with one version per
/// line), they are the tags of a Git repository, or the manifest states them. Names that do not
/// have the form of a tag, or are not versions, are skipped.
struct VersionListing: Sendable {
  let request: PackageRequest
  let patterns: TagPatterns
  let transport: SourceTransport
  let subject: ProblemSubject

  /// The maximum number of versions.
  private static let maximumCount = 100_000
  /// The maximum size of a page in bytes.
  private static let maximumPageSize = 64_000_000

  /// Returns the versions, each once.
  ///
  /// - Throws: ``SourceError`` if a request fails, a page has no versions, or the manifest does not
  ///   say where they are.
  func versions() async throws(SourceError) -> [TaggedVersion] {
    let stated = request.option(DirectURLKind.Key.versions)?.texts ?? []
    var found: [TaggedVersion] = []
    for text in stated where text.contains("://") {
      found += try await versions(onPage: try transport.address(text, subject))
    }
    if case .string(let text)? = request.option(DirectURLKind.Key.tags) {
      found += try await versions(inRepository: text)
    }
    var given = stated.filter { !$0.contains("://") }
    if stated.isEmpty, request.option(DirectURLKind.Key.tags) == nil {
      given = request.exactVersions
      if given.isEmpty { throw subject.error(.own(.noVersions)) }
    }
    found += given.compactMap { TagPatterns.version($0, in: request.scheme) }.map(tagged)
    if found.count > Self.maximumCount {
      throw subject.error(.own(.tooManyVersions(limit: Self.maximumCount)))
    }
    let preference = SpellingPreference(request)
    var positions: [Version: Int] = [:]
    var distinct: [TaggedVersion] = []
    for tagged in found {
      if let known = positions[tagged.version] {
        if preference.prefers(tagged.version, to: distinct[known].version) {
          distinct[known] = tagged
        }
      } else {
        positions[tagged.version] = distinct.count
        distinct.append(tagged)
      }
    }
    return distinct
  }

  /// Returns a version with its usual tag.
  private func tagged(_ version: Version) -> TaggedVersion {
    TaggedVersion(version: version, tag: patterns.tags(of: version).first ?? version.spelling)
  }

  private func versions(
    inRepository text: String
  ) async throws(SourceError) -> [TaggedVersion] {
    let repository = text.hasSuffix("/") ? String(text.dropLast()) : text
    let address = try transport.address(
      "\(repository)/info/refs?service=git-upload-pack", subject)
    return try await transport.fetchPage(at: address, limit: Self.maximumPageSize, subject) {
      (response) throws(SourceError) in
      guard let references = GitReferences(response.body) else {
        throw subject.error(
          .answer(.unreadable(address: address.text, .contentType(response.contentType ?? ""))))
      }
      return try versions(of: references.tags, at: address)
    }
  }

  private func versions(
    onPage address: WebAddress
  ) async throws(SourceError) -> [TaggedVersion] {
    try await transport.fetchPage(at: address, limit: Self.maximumPageSize, subject) {
      (response) throws(SourceError) in
      if case .string(let text)? = request.option(DirectURLKind.Key.json),
        let path = JSONPath(text)
      {
        let names = try readable(at: address) { () throws(UnreadableResponse) in
          try JSONTexts(response.body, at: path)
        }
        if names.texts.isEmpty {
          throw subject.error(
            .own(.nothingAtPath(path.description, found: names.mismatch, at: address.text)))
        }
        return try versions(of: names.texts, at: address)
      }
      let links = try readable(at: address) { () throws(UnreadableResponse) in
        HTMLReader(response.body).startsWithMarkup ? try LinkPaths(response.body) : nil
      }
      if case .string(let text)? = request.option(DirectURLKind.Key.links) {
        guard let links else {
          throw subject.error(
            .answer(.unreadable(address: address.text, .contentType(response.contentType ?? ""))))
        }
        return try versions(linkedBy: text, on: links, at: address)
      }
      if let links { return try versions(of: links.names(componentCount: 1), at: address) }
      return try versions(of: try lines(of: response.body, at: address), at: address)
    }
  }

  /// Returns the lines of a text without comments. Of a table with tabs, returns the first column.
  private func lines(
    of text: [UInt8], at address: WebAddress
  ) throws(SourceError) -> [String] {
    let lines = text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map { line in
      let cell = line.prefix { $0 != 0x09 }
      return String(String(decoding: cell, as: UTF8.self).trimmingSpace)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    if let first = lines.first?.first, "[{".contains(first) {
      throw subject.error(.own(.noPath(at: address.text)))
    }
    return lines
  }

  /// Returns the versions in the links of a page.
  ///
  /// - Parameter text: The pattern of the last components of a link. What `{tag}` stands for is
  ///   read as a tag.
  private func versions(
    linkedBy text: String, on links: LinkPaths, at address: WebAddress
  ) throws(SourceError) -> [TaggedVersion] {
    let pattern: VersionPattern
    do {
      pattern = try VersionPattern(text)
    } catch {
      throw subject.error(.own(.badTemplate(DirectURLKind.Key.links, error)))
    }
    let names = links.names(componentCount: text.utf8.count { $0 == UInt8(ascii: "/") } + 1)
    let found = names.compactMap { pattern.match($0) }
    if pattern.word == .tag, !found.isEmpty { return try versions(of: found, at: address) }
    let versions = found.compactMap { TagPatterns.version($0, in: request.scheme) }
    if versions.isEmpty {
      throw subject.error(.own(.noMatch(text, found: names, at: address.text)))
    }
    return versions.map(tagged)
  }

  /// Returns the versions of those names that are tags.
  private func versions(
    of names: [String], at address: WebAddress
  ) throws(SourceError) -> [TaggedVersion] {
    let versions = names.compactMap { name in
      patterns.version(of: name, in: request.scheme).map { TaggedVersion(version: $0, tag: name) }
    }
    if versions.isEmpty {
      let lines = request.options(DirectURLKind.Key.tag).map(\.value.description)
      throw subject.error(
        .own(.noMatch(lines.last ?? "{version}", found: names, at: address.text)))
    }
    return versions
  }

  /// Returns the result of `body`. Reports its error as that of the page at `address`.
  private func readable<Value>(
    at address: WebAddress, _ body: () throws(UnreadableResponse) -> Value
  ) throws(SourceError) -> Value {
    do {
      return try body()
    } catch {
      throw subject.error(.answer(.unreadable(address: address.text, error)))
    }
  }
}
