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
  package static let packageForm = SourceProblem.OptionForm.repositoryName

  /// The keys of the options.
  package enum OptionKey {
    /// A pattern for the names of the files, if the rules for names do not suffice.
    package static let asset = "asset"
    /// A pattern for the tags, if they consist of more than a version.
    package static let tag = "tag"
    /// Whether the versions stand in the names of the files.
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
      SourceOption(OptionKey.host, .text),
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
    let faults = tool.options.compactMap { option in
      fault(of: option).map { Located($0, at: option.origin) }
    }
    return faults.isEmpty ? namedVersionFaults(of: tool) : faults
  }

  /// Returns the faults of a tool whose versions stand in the names of files.
  private static func namedVersionFaults(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>] {
    guard let versions = tool.options(OptionKey.versions).last else {
      return tool.options(OptionKey.asset).compactMap { option in
        guard case .string(let text) = option.value, text.contains("{build}") else { return nil }
        return Located(.own(.badTemplate(option.key, .noValue(.build))), at: option.origin)
      }
    }
    // The tag of a release with many versions tells nothing about them.
    var faults = tool.options(OptionKey.tag).map { tag in
      Located(
        SourceProblem.Fault.declaration(
          .conflictingOption(OptionKey.tag, besides: OptionKey.versions)), at: tag.origin)
    }
    let assets = tool.options(OptionKey.asset)
    if assets.isEmpty { faults.append(Located(.own(.noAssetPattern), at: versions.origin)) }
    let mapped = Set(TemplateWord.mapped.filter { !tool.options($0.rawValue).isEmpty })
    for option in assets {
      guard case .string(let text) = option.value, let template = try? Template(text),
        let fault = AssetTemplate.readingFault(of: template, mapped: mapped)
      else { continue }
      faults.append(Located(.own(.badTemplate(option.key, fault)), at: option.origin))
    }
    return faults
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
      if try Template(pattern).words.contains(.url) { throw .noValue(.url) }
      return nil
    } catch {
      return .own(.badTemplate(key, error))
    }
  }

  /// Returns what the address of a release's file tells about its version: by its tag, or by its
  /// name if that is where the versions stand. The address of a file in the API has neither.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    guard let (tag, file) = parts(of: url.text) else { return .untold }
    if declaration[OptionKey.versions] != nil {
      return namedVersion(file, of: tag, in: version, on: platform, declaration)
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

  /// Returns what the name of a release's file tells about the version of the file.
  private static func namedVersion(
    _ file: String, of tag: String, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    guard let template = AssetTemplate(declaration) else { return .untold }
    let scheme = declaration["scheme"].flatMap(VersionScheme.init(rawValue:)) ?? scheme
    func told(for platform: Platform) -> String? {
      AssetVersionPattern(template, tag: tag, for: platform)?.version(in: file) { text in
        TagPatterns.version(text, in: scheme) != nil
      }
    }
    let usesRosetta = platform == .macosArm64 && declaration[OptionKey.rosetta] == "true"
    for platform in usesRosetta ? [platform, .macosX64] : [platform] {
      guard let told = told(for: platform) else { continue }
      return told == version.text ? .locked : .other(told)
    }
    let isForOther = Platform.allCases.contains { told(for: $0) == version.text }
    return isForOther ? .otherPlatform : .other(nil)
  }

  /// Returns the tag and the name in the address of a release's file, or `nil` if the address has
  /// another form.
  private static func parts(of address: String) -> (tag: String, file: String)? {
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

extension AssetTemplate {
  /// Creates the pattern of a lock's declaration. Returns `nil` if it states none.
  fileprivate init?(_ declaration: LockedDeclaration) {
    guard let text = declaration[GitHubKind.OptionKey.asset] else { return nil }
    self.init(text) { word in
      declaration[word.rawValue].flatMap { Toolfile.Value($0, as: .map) }
    }
  }
}

extension SourceFault {
  /// The fault for versions in the names of files without a pattern for the names.
  fileprivate static let noAssetPattern = SourceFault(
    "no-asset-pattern",
    "`versions: :assets` of {subject} needs `asset:`, a pattern with `{version}`",
    [.requestOrigin], exitCode: .unreadableManifest)

  /// The fault for a tag pattern without the version.
  fileprivate static let badTagPattern = SourceFault(
    "bad-tag-pattern", "`tag` of {subject} is not a pattern such as `cli-v{version}`",
    [.requestOrigin], exitCode: .unreadableManifest)
}
