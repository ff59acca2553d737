package import Diagnostics
package import Manifests
internal import TextSearch
package import Versions
package import Vocabulary

/// The releases of repositories on GitHub.
package enum GitHubKind: SourceKind {
  package static let name = "github"
  package static let scheme = VersionScheme.general
  package static let addressesTellPackage = true
  package static let statesPublishers = true
  package static let packageForm = SourceProblem.OptionForm.repositoryName

  /// The keys of the options.
  package enum OptionKey {
    /// A pattern for the names of the files, if the rules for names do not suffice.
    package static let asset = "asset"
    /// A pattern for the tags, if they consist of more than a version.
    package static let tag = "tag"
    /// Whether versions are read from file names.
    package static let versions = "versions"
    /// The name of the file with digests, or a pattern for it.
    package static let checksums = "checksums"
    /// Whether Apple silicon may use the file for Intel processors.
    package static let rosetta = "rosetta"
    /// The server, unless it is github.com.
    package static let host = "host"
  }

  /// The value of the option `versions`.
  package static let assets = "assets"

  package static let options =
    [
      SourceOption(OptionKey.asset, .text), SourceOption(OptionKey.tag, .text),
      SourceOption(OptionKey.versions, .symbol(assets)),
      SourceOption(OptionKey.checksums, .text), SourceOption(OptionKey.rosetta, .boolean),
      SourceOption(OptionKey.host, .text), SourceOption(LockedDeclaration.buildKey, .steps),
    ] + TemplateWord.mapped.map { SourceOption($0.rawValue, .map) }

  package static let credentialAdvice: String? = """
    set GITHUB_TOKEN to a token that may read the repository, or run `gh auth login`
    """

  /// Returns a fault unless `address` has the form `https://host`.
  package static func addressFault(_ address: String) -> AddressFault? {
    SourceAddress(address).webFault
  }

  /// Returns the faults of the host, of the patterns, and of the maps.
  package static func faults(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>] {
    let versions = tool.options(OptionKey.versions).last
    var faults = tool.options.compactMap { option in
      (versions == nil ? fault(of: option) : namingFault(of: option, in: tool))
        .map { Located($0, at: option.origin) }
    }
    if let versions, tool.options(OptionKey.asset).isEmpty {
      faults.append(Located(.own(.noAssetPattern), at: versions.origin))
    }
    if let build = tool.options(LockedDeclaration.buildKey).last,
      tool.options(OptionKey.asset).isEmpty
    {
      faults.append(Located(.own(.noSourceArchive), at: build.origin))
    }
    return faults
  }

  /// Returns the fault of an option of a tool whose versions are read from file names.
  private static func namingFault(
    of option: Toolfile.Option, in tool: DeclaredTool
  ) -> SourceProblem.Fault? {
    switch (option.key, option.value) {
    case (OptionKey.tag, _): return .own(.tagBesideVersions)
    case (OptionKey.asset, .string(let pattern)):
      do throws(TemplateFault) {
        _ = try AssetNaming(pattern) { _ in nil }
        // These words stand for nothing without a map.
        for word in [TemplateWord.target, .ext] where tool.options(word.rawValue).isEmpty {
          if try Template(pattern).words.contains(word) { throw .noValue(word) }
        }
        return nil
      } catch {
        return .own(.badTemplate(option.key, error))
      }
    default: return fault(of: option)
    }
  }

  /// Returns the platforms for which the `asset` pattern of a version has values, or all platforms
  /// if there is no pattern. With Rosetta, a file for an Intel Mac also runs on a Mac with Apple
  /// silicon.
  package static func platforms(
    servedBy definition: AppliedDefinition, for version: Version
  ) -> [Platform] {
    guard case .string(let text)? = definition.option(OptionKey.asset, for: version) else {
      return Platform.allCases
    }
    let template = AssetTemplate(text) { definition.option($0, for: version) }
    let usesRosetta = definition.option(OptionKey.rosetta, for: version) == .boolean(true)
    return Platform.allCases.filter { platform in
      template.filled(for: platform) != nil
        || usesRosetta && platform == .macosArm64 && template.filled(for: .macosX64) != nil
    }
  }

  private static func fault(of option: Toolfile.Option) -> SourceProblem.Fault? {
    switch (option.key, option.value) {
    case (OptionKey.host, .string(let host)):
      let hasAllowedOnly = host.utf8.allSatisfy { byte in
        RepositoryName.isAlphanumeric(byte) || "-.:".utf8.contains(byte)
      }
      return hasAllowedOnly
        ? addressFault("https://\(host)").map { .declaration(.badAddress($0)) }
        : .declaration(.badAddress(.incomplete))
    case (OptionKey.tag, .string(let pattern)):
      let word = try? VersionPattern(pattern).word
      return word == .version ? nil : .own(.badTagPattern)
    case (OptionKey.asset, .string(let pattern)), (OptionKey.checksums, .string(let pattern)):
      return patternFault(option.key, pattern)
    case (_, .map):
      return (try? PlatformMap(option.value)) == nil
        ? .declaration(.badOption(option.key, expected: .map)) : nil
    default: return nil
    }
  }

  /// Returns the fault of a pattern for the names of files, or `nil` if it has none.
  ///
  /// A word for platforms without a map of its own stands for any text, see ``AssetPattern``.
  private static func patternFault(_ key: String, _ pattern: String) -> SourceProblem.Fault? {
    do throws(TemplateFault) {
      let words = try Template(pattern).words
      if let word = [TemplateWord.url, .build].first(where: words.contains) {
        throw .noValue(word)
      }
      return nil
    } catch {
      return .own(.badTemplate(key, error))
    }
  }

  /// Returns which version the address of a release's file states, in the tag or in the name of the
  /// file. An address in the API contains neither.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    guard let (tag, name) = parts(of: url.text) else { return .untold }
    if declaration[OptionKey.versions] != nil {
      return namedVersion(name, of: tag, in: version, on: platform, declaration)
    }
    if let text = declaration[OptionKey.tag], let pattern = try? VersionPattern(text) {
      let told = pattern.match(tag)
      return told == version.text ? .locked : .other(told.map { String($0) })
    }
    // A tag without a pattern ends with its version.
    guard tag.hasSuffix(version.text) else { return .other(nil) }
    let rest = tag.dropLast(version.text.count)
    let prefix = rest.last == "v" || rest.last == "V" ? rest.dropLast() : rest
    return prefix.last.map { "-_/@".contains($0) } ?? true ? .locked : .other(nil)
  }

  /// Returns which version the name of a file in the release `tag` states.
  private static func namedVersion(
    _ name: String, of tag: String, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    guard let pattern = declaration[OptionKey.asset],
      let naming = try? AssetNaming(
        pattern, { key in declaration[key].flatMap { Toolfile.Value($0, as: .map) } })
    else { return .untold }
    func told(for platform: Platform) -> String? {
      naming.reader(for: platform, tag: tag)?.version(in: name)
    }
    let usesRosetta = platform == .macosArm64 && declaration[OptionKey.rosetta] == "true"
    for platform in usesRosetta ? [platform, .macosX64] : [platform] {
      guard let told = told(for: platform) else { continue }
      if told == version.text { return .locked }
      let scheme = declaration["scheme"].flatMap(VersionScheme.init(rawValue:)) ?? scheme
      return .other(TagPatterns.version(told, in: scheme)?.spelling)
    }
    let isForOther = Platform.allCases.contains { told(for: $0) == version.text }
    return isForOther ? .otherPlatform : .other(nil)
  }

  /// Returns the tag and the name in the address of a release's file, or `nil` if the address has
  /// another form.
  package static func parts(of address: String) -> (tag: String, name: String)? {
    guard let start = address.firstRange(of: "/releases/download/"),
      let end = address.lastIndex(of: "/"), end > start.upperBound
    else { return nil }
    return (
      address[start.upperBound..<end].decodingPercents,
      address[address.index(after: end)...].decodingPercents
    )
  }

  /// Returns the servers other than github.com that a tool states. An invalid host is left out: no
  /// request is sent to it, and it may contain a password, which consent would record.
  package static func statedAddresses(of tool: DeclaredTool) -> [Located<String>] {
    tool.options(OptionKey.host).compactMap { option in
      guard case .string(let host) = option.value, host.lowercased() != publicHost,
        fault(of: option) == nil
      else { return nil }
      return Located("\(scheme(ofHost: host))://\(host.lowercased())", at: option.origin)
    }
  }

  /// Returns the scheme of requests to a host with an optional port: `https`, but `http` for this
  /// machine's own loopback interface.
  package static func scheme(ofHost host: String) -> String {
    let name = host.lowercased().prefix { $0 != ":" }
    let isThisMachine =
      name == "localhost" || name.hasSuffix(".localhost")
      || (name.hasPrefix("127.") && name.utf8.allSatisfy { ".0123456789".utf8.contains($0) })
    return isThisMachine ? "http" : "https"
  }

  /// The host of the public server.
  package static let publicHost = "github.com"

  /// Returns `text` if it is the name of a repository, otherwise `nil`.
  package static func packageName(_ text: String) -> String? { RepositoryName(text)?.description }
}

/// The name of a repository with its owner, such as `realm/SwiftLint`.
///
/// Equality ignores the case of letters, as GitHub does.
package struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  package let owner: String
  /// The name without the owner.
  package let name: String

  package var description: String { "\(owner)/\(name)" }

  /// The name in lowercase, the same for all spellings.
  package var normalized: String { description.lowercased() }

  /// Returns `nil` unless `text` consists of an owner and a name with the characters that GitHub
  /// permits. The result is safe in an address and as part of a path.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isValid(parts[0], isOwner: true),
      Self.isValid(parts[1], isOwner: false)
    else { return nil }
    owner = String(parts[0])
    name = String(parts[1])
  }

  private static func isValid(_ text: some StringProtocol, isOwner: Bool) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 100, first != UInt8(ascii: "-"),
      text != ".", !text.hasPrefix(".."), !text.lowercased().hasSuffix(".git")
    else { return false }
    return text.utf8.allSatisfy { byte in
      isAlphanumeric(byte) || "-_".utf8.contains(byte) || byte == UInt8(ascii: ".") && !isOwner
    }
  }

  /// Returns whether a byte is a letter or a digit of ASCII.
  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }

  package static func == (left: RepositoryName, right: RepositoryName) -> Bool {
    left.normalized == right.normalized
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(normalized) }
}

extension SourceFault {
  /// The fault for `versions: :assets` without a pattern for file names.
  fileprivate static let noAssetPattern = SourceFault(
    "no-asset-pattern",
    "`versions: :assets` of {subject} needs `asset:`, a pattern with `{version}`",
    [.requestOrigin], exitCode: .unreadableManifest)

  /// The fault for `build` without a pattern for the source archive. Without a pattern, file names
  /// are searched for programs, not for sources.
  fileprivate static let noSourceArchive = SourceFault(
    "no-source-archive",
    "`build` of {subject} needs `asset:`, the name of the source archive, such as "
      + "`tool-{version}.tar.gz`",
    [.requestOrigin], exitCode: .unreadableManifest)

  /// The fault if versions would be read both from tags and from file names.
  fileprivate static let tagBesideVersions = SourceFault(
    "tag-and-versions", "`tag` and `versions` of {subject} exclude each other",
    [.requestOrigin], exitCode: .unreadableManifest)

  /// The fault for a tag pattern without the version.
  fileprivate static let badTagPattern = SourceFault(
    "bad-tag-pattern", "`tag` of {subject} is not a pattern such as `cli-v{version}`",
    [.requestOrigin], exitCode: .unreadableManifest)
}
