package import Diagnostics
package import Manifests
internal import TextSearch
package import Versions
package import Vocabulary

/// Files at addresses that follow a template.
///
/// ```ruby
/// tool "zig", "~> 0.16",
///   url: "https://ziglang.org/download/{version}/zig-{arch}-{os}-{version}.tar.xz",
///   versions: "https://ziglang.org/download/index.json", json: "{}",
///   arch: {x64: "x86_64", arm64: "aarch64"}
/// ```
///
/// The template is the name of the package.
package enum DirectURLKind: SourceKind {
  package static let name = "url"
  package static let scheme = VersionScheme.general
  package static let hasConditionalPackages = true
  // A file belongs to the package if its address follows the template.
  package static let addressesTellPackage = true
  package static let statesTimes = false

  /// The keys of the options.
  package enum Key {
    package static let versions = "versions"
    package static let links = "links"
    package static let json = "json"
    package static let tags = "tags"
    package static let tag = "tag"
    package static let checksums = "checksums"
    package static let digests = "digests"
  }

  package static let options =
    [
      SourceOption(Key.versions, .texts), SourceOption(Key.links, .text),
      SourceOption(Key.json, .text), SourceOption(Key.tags, .text), SourceOption(Key.tag, .text),
      SourceOption(Key.checksums, .text), SourceOption(Key.digests, .map),
      SourceOption(LockedDeclaration.buildKey, .steps),
    ] + TemplateWord.mapped.map { SourceOption($0.rawValue, .map) }

  /// Returns whether the declaration names a list of digests or states them.
  package static func statesDigests(of declaration: LockedDeclaration) -> Bool {
    declaration[Key.checksums] != nil || declaration[Key.digests] != nil
  }

  /// Always returns a fault, because each tool states its own addresses.
  package static func addressFault(_ address: String) -> AddressFault? { .incomplete }

  /// Returns `text` if it may be a template: printable ASCII without spaces, quotes, or
  /// backslashes, as in the addresses of a lock. ``faults(of:)`` examines it.
  package static func packageName(_ text: String) -> String? {
    ArtifactURL(text.filter { $0 != "@" }) == nil ? nil : text
  }

  /// Returns whether an address follows the template for a version, if the template has a word for
  /// the version.
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion {
    if addresses(of: version, for: platform, declaration).contains(url.text) { return .locked }
    let isOfOther = Platform.allCases.contains {
      addresses(of: version, for: $0, declaration).contains(url.text)
    }
    if isOfOther { return .otherPlatform }
    guard let package = declaration[LockedDeclaration.packageKey],
      let template = try? Template(package),
      !template.words.isDisjoint(with: [.version, .tag]),
      url.text.hasPrefix(template.start)
    else { return .untold }
    // The normal form of an address may differ from the template, so only the source knows whether
    // it leads to this version. What the template does not have, such as a fragment, can state any.
    let ends = "?#".filter { !package.contains($0) }
    let path = url.text.prefix { !ends.contains($0) }.decodingPercents
    let segments = path.split(separator: "/")
    return path.states(version) && !segments.contains("..") ? .untold : .other(nil)
  }

  /// Returns the addresses of the file for a locked version and platform that follow the template
  /// of `declaration`. Several are possible if the template contains `{tag}`, which a lock does not
  /// record.
  package static func addresses(
    of version: VersionText, for platform: Platform, _ declaration: LockedDeclaration
  ) -> [String] {
    let option = { (key: String) -> Toolfile.Value? in
      guard let form = options.first(where: { $0.key == key })?.form, let text = declaration[key]
      else { return nil }
      return Toolfile.Value(text, as: form)
    }
    let scheme = declaration["scheme"].flatMap(VersionScheme.init(rawValue:)) ?? scheme
    guard let package = declaration[LockedDeclaration.packageKey],
      let template = try? Template(package),
      let parsed = try? Version(parsing: version.text, scheme: scheme)
    else { return [] }
    let lines = option(Key.tag).map {
      [Toolfile.Option(key: Key.tag, value: $0, origin: .file(""))]
    }
    let tags = (try? TagPatterns(lines ?? []))?.tags(of: parsed) ?? []
    return tags.compactMap { tag in
      let values = try? TemplateValues(version: version.text, tag: tag, option)
      return try? values?.fill(template, for: platform)
    }
  }
}

extension DirectURLKind {
  /// Returns the platforms that the address for a version may support. Empty if no address applies
  /// to the version.
  package static func platforms(
    servedBy definition: AppliedDefinition, for version: Version
  ) -> [Platform] {
    let isConditional = definition.options.contains { $0.key == LockedDeclaration.packageKey }
    let line = definition.option(LockedDeclaration.packageKey, for: version)
    if isConditional, line == nil { return [] }
    guard let template = try? Template(line?.texts.first ?? definition.package.value),
      let values = try? TemplateValues(
        version: version.spelling, tag: "", { definition.option($0, for: version) })
    else { return Platform.allCases }
    return values.platforms(servedBy: template, among: definition.platforms)
  }

  /// Returns the faults of the addresses, patterns, and maps of a tool.
  package static func faults(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>] {
    var faults: [Located<SourceProblem.Fault>] = []
    func check(_ option: Toolfile.Option, _ body: (String) -> SourceProblem.Fault?) {
      for text in option.value.texts {
        if let fault = body(text) { faults.append(Located(fault, at: option.origin)) }
      }
    }
    let mapped = Set(
      tool.options.compactMap { option in
        TemplateWord(rawValue: option.key).flatMap { TemplateWord.mapped.contains($0) ? $0 : nil }
      })
    for template in templates(of: tool) {
      check(template) { fileFault($0, name, mapped.union([.os, .arch])) }
    }
    for option in tool.options {
      switch option.key {
      case Key.checksums:
        check(option) { addressFault($0, option.key, mapped.union([.os, .arch, .url])) }
      case Key.tags: check(option) { addressFault($0, option.key, nil) }
      case Key.versions:
        check(option) { text in
          if text.contains("://") { return addressFault(text, option.key, nil, mayHaveQuery: true) }
          let isVersion = TagPatterns.version(text, in: .general) != nil
          return isVersion ? nil : .own(.badVersion(text))
        }
      case Key.tag, Key.links:
        check(option) { text in
          fault(option.key) { () throws(TemplateFault) in
            let pattern = try VersionPattern(text)
            if option.key == Key.tag, pattern.word == .tag { throw .notReadable(.tag) }
          }
        }
      case Key.json:
        check(option) { JSONPath($0) == nil ? .own(.badPath($0)) : nil }
      default:
        faults += mapFaults(of: option)
      }
    }
    return faults + conflicts(of: tool)
  }

  /// Returns the faults of an option that maps platforms to values. Other options have none.
  private static func mapFaults(of option: Toolfile.Option) -> [Located<SourceProblem.Fault>] {
    guard case .map(let entries) = option.value else { return [] }
    let fault = fault(option.key) { () throws(TemplateFault) in _ = try PlatformMap(option.value) }
    if let fault { return [Located(fault, at: option.origin)] }
    if option.key != Key.digests { return [] }
    return entries.compactMap { entry in
      guard case .string(let text) = entry.value, SHA256Digest(hexadecimal: text) == nil else {
        return nil
      }
      return Located(.own(.badDigest(text)), at: option.origin)
    }
  }

  /// Returns the fixed parts of the addresses of a tool. One that lies in another is omitted.
  package static func statedAddresses(of tool: DeclaredTool) -> [Located<String>] {
    var found: [Located<String>] = []
    for option in templates(of: tool) + tool.options
    where [name, LockedDeclaration.packageKey, Key.versions, Key.tags, Key.checksums]
      .contains(option.key)
    {
      for text in option.value.texts where text.contains("://") {
        guard let address = try? TemplateAddress(text, mayHaveQuery: true) else { continue }
        let part = address.fixedPart
        if found.contains(where: { TemplateAddress.isPart(part, in: $0.value) }) { continue }
        found.removeAll { TemplateAddress.isPart($0.value, in: part) }
        found.append(Located(part, at: option.origin))
      }
    }
    return found
  }

  /// Returns the lines that state templates of files.
  private static func templates(of tool: DeclaredTool) -> [Toolfile.Option] {
    let lines = tool.options(LockedDeclaration.packageKey)
    if !lines.isEmpty { return lines }
    let package = tool.package
    return [
      Toolfile.Option(
        key: name, value: .string(package?.value ?? tool.name.text),
        origin: package?.origin ?? tool.origin)
    ]
  }

  /// Returns the fault of two options that both state which versions exist.
  private static func conflicts(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>] {
    guard let tags = tool.options(Key.tags).last, let other = tool.options(Key.versions).last else {
      return []
    }
    return [
      Located(.declaration(.conflictingOption(Key.tags, besides: other.key)), at: tags.origin)
    ]
  }

  /// Returns the fault of the template of a file, or `nil` if it has none.
  private static func fileFault(
    _ text: String, _ key: String, _ words: Set<TemplateWord>
  ) -> SourceProblem.Fault? {
    if let fault = addressFault(text, key, words) { return fault }
    // An ending that contains a word is examined for each file.
    let ending = text.split(separator: "}").last ?? ""
    if case .unsupported(let ending) = PackageFormat(of: ending) {
      return .own(.unsupportedFormat(ending))
    }
    return nil
  }

  /// Returns the fault of an address, or `nil` if it has none.
  ///
  /// - Parameter words: The mapped words and `{url}` that may occur, or `nil` if the address must
  ///   not contain any word.
  private static func addressFault(
    _ text: String, _ key: String, _ words: Set<TemplateWord>?, mayHaveQuery: Bool = false
  ) -> SourceProblem.Fault? {
    let address: TemplateAddress
    do {
      address = try TemplateAddress(text, mayHaveQuery: mayHaveQuery)
    } catch {
      switch error {
      case .template(let fault): return .own(.badTemplate(key, fault))
      case .address(let fault): return .declaration(.badAddress(fault))
      case .credentials: return .own(.credentials(in: key))
      case .wordInServer: return .own(.wordInServer(key))
      }
    }
    let limited = TemplateWord.mapped + [.url]
    let missing = address.template.words.first { word in
      words.map { limited.contains(word) && !$0.contains(word) } ?? true
    }
    return missing.map { .own(.badTemplate(key, .noValue($0))) }
  }

  private static func fault(
    _ key: String, _ body: () throws(TemplateFault) -> Void
  ) -> SourceProblem.Fault? {
    do {
      try body()
      return nil
    } catch {
      return .own(.badTemplate(key, error))
    }
  }
}

extension Toolfile.Value {
  /// The strings of the value: itself, or its elements.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .symbol, .integer, .boolean, .map: []
    }
  }
}

// The faults for invalid options of a tool.
extension SourceFault {
  /// The fault for a template, pattern, or map.
  package static func badTemplate(_ key: String, _ fault: TemplateFault) -> SourceFault {
    SourceFault(
      "bad-template", "invalid `\(key)` of {subject}: \(fault.words)",
      [.requestOrigin] + (fault.known.isEmpty ? [] : [.detail(label: "supported", fault.known)]),
      exitCode: .unreadableManifest)
  }

  /// The fault for a list of versions with an element of another kind.
  fileprivate static func badVersion(_ text: String) -> SourceFault {
    SourceFault(
      "bad-version", "\(abbreviated(text)) in `versions` is neither a version nor an address",
      [.requestOrigin], exitCode: .unreadableManifest)
  }

  fileprivate static func badPath(_ text: String) -> SourceFault {
    SourceFault(
      "bad-path", "\(abbreviated(text)) is not a path in a JSON document",
      [.requestOrigin, .detail(label: "examples", ["[].version", "releases[].name", "{}"])],
      exitCode: .unreadableManifest)
  }

  fileprivate static func badDigest(_ text: String) -> SourceFault {
    SourceFault(
      "bad-digest", "\(abbreviated(text)) in `digests` is not a SHA-256 digest",
      [.requestOrigin], exitCode: .unreadableManifest)
  }

  fileprivate static func credentials(in key: String) -> SourceFault {
    SourceFault(
      "credentials",
      "`\(key)` of {subject} contains a user name or password, which a lock must not",
      [.requestOrigin], exitCode: .unreadableManifest)
  }

  fileprivate static func wordInServer(_ key: String) -> SourceFault {
    SourceFault(
      "word-in-server", "the server in `\(key)` of {subject} must not depend on the version",
      [.requestOrigin], exitCode: .unreadableManifest)
  }

  /// The fault for a file whose format cannot be installed.
  package static func unsupportedFormat(_ ending: String) -> SourceFault {
    SourceFault(
      "unsupported-format", "bootstrap cannot install `.\(ending)` files",
      [
        .requestOrigin,
        .detail(label: "supported", PackageFormat.supported + ["a program without an ending"]),
      ], exitCode: .unreadableManifest)
  }
}
