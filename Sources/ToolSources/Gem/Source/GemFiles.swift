internal import Diagnostics
internal import Filesystem
internal import Gems
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// The files of an index, with their addresses and metadata.
struct GemFiles: Sendable {
  let index: IndexAddress
  /// The credentials for the index and its files, or `nil` if they need none.
  let credentials: Credentials?
  let transport: SourceTransport

  /// Returns the address of a file.
  func address(of fileName: String) throws(WebAddress.Failure) -> WebAddress {
    try index.page("gems/\(fileName)")
  }

  /// Returns a file with what the index states about it.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if the name cannot be part of an address.
  func file(
    named name: String, _ gem: IndexedGem, _ subject: ProblemSubject
  ) throws(SourceError) -> RemoteFile {
    let address: WebAddress
    do {
      address = try self.address(of: name)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    return RemoteFile(
      name: name, address: address, hadQuery: false, credentials: credentials, digest: gem.digest,
      size: nil, published: gem.created)
  }

  /// Returns the facts about a gem that a lock records. Reads the metadata, which is usually in the
  /// first bytes of the file, unless the gem was read before.
  ///
  /// - Throws: ``SourceError`` if the gem cannot be read or is not the one that the index lists.
  func facts(
    of file: RemoteFile, _ name: GemName, _ gem: IndexedGem, _ subject: ProblemSubject
  ) async throws(SourceError) -> GemFacts {
    let known = GemFactIndex(transport.root)
    if let digest = file.digest, let facts = known.facts(digest) {
      try check(facts, of: file, gem, subject)
      return facts
    }
    let bytes = try await GemBytes(file, transport, subject)
    do {
      let facts = try await facts(in: bytes, of: file, name, gem, subject)
      if file.digest != nil { known.store(facts) }
      return facts
    } catch {
      // If the bytes are not the published ones, that explains any other fault.
      if case .problems = error, !bytes.isVerified { _ = try await transport.fetch(file, subject) }
      throw error
    }
  }

  /// Returns the facts in a gem's metadata.
  private func facts(
    in bytes: GemBytes, of file: RemoteFile, _ name: GemName, _ gem: IndexedGem,
    _ subject: ProblemSubject
  ) async throws(SourceError) -> GemFacts {
    let text = try await bytes.metadata(of: file, subject)
    let metadata: GemMetadata
    do {
      metadata = try GemMetadata(parsing: text)
    } catch {
      throw subject.error(.own(.unreadableGem(file: file.name, reason: error.reason)))
    }
    guard metadata.name == name, metadata.version == gem.version,
      metadata.platform == gem.platform
    else {
      let states = [metadata.name.text, metadata.version, metadata.platform.text]
      throw subject.error(
        .own(.contradictoryGem(file: file.name, states: states.joined(separator: " "))))
    }
    let facts = GemFacts(
      digest: bytes.measured.digest, size: bytes.measured.size,
      executables: metadata.executables.compactMap { ExecutableName($0) },
      hasExtensions: metadata.hasExtensions, dependencies: metadata.dependencies,
      ruby: metadata.ruby, rubygems: metadata.rubygems)
    try check(facts, of: file, gem, subject)
    return facts
  }

  /// Checks that a gem's dependencies match the index. Bundler rejects a gem that has more
  /// dependencies than the index lists. This function also rejects a gem that has fewer, because
  /// either the gem or the index must be wrong. Requirements on Ruby must match as well, if the
  /// index lists any. Some private indexes do not.
  private func check(
    _ facts: GemFacts, of file: RemoteFile, _ gem: IndexedGem, _ subject: ProblemSubject
  ) throws(SourceError) {
    let inGem = NeededGems(facts.dependencies)
    let inIndex = NeededGems(gem.dependencies)
    guard inGem == inIndex else {
      throw subject.error(
        .own(
          .contradictoryNeeds(
            file: file.name, inGem: inGem.texts(besides: inIndex),
            inIndex: inIndex.texts(besides: inGem))))
    }
    for (name, stated, listed) in [
      ("ruby", facts.ruby, gem.ruby), ("rubygems", facts.rubygems, gem.rubygems),
    ] where listed != .any && stated.versionsInUse != listed.versionsInUse {
      throw subject.error(
        .own(
          .contradictoryRuntime(
            file: file.name, inGem: "\(name) \(stated.statement)",
            inIndex: "\(name) \(listed.statement)")))
    }
  }
}

/// The facts about a gem that a lock records.
struct GemFacts: Hashable, Sendable {
  let digest: SHA256Digest
  /// The size of the file in bytes.
  let size: Int
  let executables: [ExecutableName]
  /// Whether installing the gem runs code.
  let hasExtensions: Bool
  /// The dependencies in the gem's metadata.
  let dependencies: [GemDependency]
  /// The requirements on Ruby and RubyGems in the gem's metadata.
  let ruby, rubygems: Requirement
}

/// A gem's dependencies and the versions that they accept. The order and spelling of the
/// requirements do not matter.
private struct NeededGems: Equatable {
  private let versions: [GemName: VersionSet]
  private let requirements: [GemName: [Requirement]]

  init(_ dependencies: [GemDependency]) {
    requirements = Dictionary(grouping: dependencies, by: \.name)
      .mapValues { $0.map(\.requirement) }
    versions = requirements.mapValues { requirements in
      requirements.reduce(VersionSet.all) { set, requirement in
        set.intersection((try? requirement.versions(in: GemKind.scheme)) ?? .none)
      }
    }
  }

  static func == (left: NeededGems, right: NeededGems) -> Bool { left.versions == right.versions }

  /// Returns the dependencies that `other` lacks or for which it accepts different versions,
  /// sorted.
  func texts(besides other: NeededGems) -> [String] {
    requirements.filter { versions[$0.key] != other.versions[$0.key] }.map { name, requirements in
      let clauses = requirements.map(\.description).filter { !$0.isEmpty }
      return ([name.text] + clauses).joined(separator: " ")
    }.sorted()
  }
}

extension Requirement {
  /// The versions of Ruby or RubyGems from 2.0 on that the requirement admits, or `nil` if the
  /// requirement is invalid. Older versions are ignored, because some indexes omit obsolete
  /// requirements such as `> 1.3.1`.
  fileprivate var versionsInUse: VersionSet? {
    guard let recent = try? Requirement(parsing: [">= 2"]).versions(in: GemKind.scheme) else {
      return nil
    }
    return try? versions(in: GemKind.scheme).intersection(recent)
  }

  /// The requirement as text, even if it admits all versions.
  fileprivate var statement: String { self == .any ? ">= 0" : description }
}

extension GemMetadataError {
  /// The reason in words.
  fileprivate var reason: String {
    switch self {
    case .tag(let tag, let line):
      "line \(line) has the tag `\(tag)`, which RubyGems does not accept"
    case .syntax: "it is not YAML"
    case .field(let field): "`\(field)` is missing, or has an unexpected form"
    case .unsafePath(let field): "`\(field)` names a file outside the gem"
    }
  }
}
