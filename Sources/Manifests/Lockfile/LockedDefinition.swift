internal import Diagnostics
package import Vocabulary

/// What the definition of a tool resolved to for a locked version: the `defined` line of a stanza.
///
/// ```
///   defined builtin sha256:77ab… github executables=rg package=BurntSushi/ripgrep
/// ```
///
/// A locked project therefore needs no registry, and a newer definition changes nothing until the
/// tool is updated. If the value of a key depends on the version, all lines for it follow in the
/// order of the definition: as `key[>=1.5,<2]=value`, or as `key[]=value` if the line has no
/// condition. With them, the same definition can lock another version.
package struct LockedDefinition: Hashable, Sendable {
  /// The name of the registry that ships with the program.
  package static let shippedRegistry = "builtin"
  /// The name of the definitions in the Toolfile itself.
  package static let toolfileRegistry = "Toolfile"

  /// A line of the definition, with the versions that it applies to.
  package struct Line: Hashable, Sendable {
    package let option: LockedDeclaration.Option
    package let condition: VersionCondition

    /// Creates a line that applies to the versions that `condition` admits.
    package init(_ option: LockedDeclaration.Option, if condition: VersionCondition) {
      self.option = option
      self.condition = condition
    }
  }

  /// The name of the registry that contains the definition: ``LockedRegistry/name``,
  /// ``shippedRegistry``, or ``toolfileRegistry``.
  package let registry: String
  /// The digest of the definition.
  package let digest: SHA256Digest
  /// The name of the source.
  package let source: String
  /// The options for the locked version, sorted by key. No key occurs twice.
  package private(set) var options: [LockedDeclaration.Option]
  /// The lines for keys whose value depends on the version, in the order of the definition.
  package let lines: [Line]

  /// Creates a definition and sorts `options`, whose keys must be unique.
  package init(
    registry: String, digest: SHA256Digest, source: String, options: [LockedDeclaration.Option],
    lines: [Line] = []
  ) {
    self.registry = registry
    self.digest = digest
    self.source = source
    self.options = options
    self.lines = lines
    self.options.putInOrder { $0.key < $1.key }
  }

  /// Returns the declaration that is in effect: what the manifest states, completed by the
  /// definition.
  package func completing(_ declared: LockedDeclaration) -> LockedDeclaration {
    let own = Set(declared.options.map(\.key))
    return LockedDeclaration(
      source: own.contains(LockedDeclaration.sourceKey) ? nil : source,
      options: declared.options + options.filter { !own.contains($0.key) })
  }

  /// The fields of the line in a lock, after the first word.
  var fields: [String] {
    [registry, digest.description, source].map(field)
      + options.map { field("\($0.key)=\($0.value)") }
      + lines.map { field("\($0.option.key)[\($0.condition)]=\($0.option.value)") }
  }
}

extension LockLineReader {
  /// Reads the fields of a `defined` line.
  mutating func definition() throws(LockLineError) -> LockedDefinition {
    let registryRange = try required("registry")
    let registry = text(registryRange)
    if registry.isEmpty { throw wrong("registry", registryRange) }
    let digest = try digest()
    let source = try required("source", ToolName.init(_:_:)).text
    var options: [LockedDeclaration.Option] = []
    var lines: [LockedDefinition.Line] = []
    while let range = try next() {
      if options.count + lines.count == 1000 { throw error(.tooManyFields(limit: 1000)) }
      let (key, value) = try option(range)
      let isValid =
        switch key.prefix(while: { $0 != "[" }) {
        case ToolNeed.definitionKey: [ToolNeed](definitionValue: value) != nil
        case HostNeed.definitionKey: [HostNeed](definitionValue: value) != nil
        case BuildPart.definitionKey: [BuildPart](definitionValue: value) != nil
        default: DefinedPublisher.isValid(key.prefix { $0 != "[" }, value)
        }
      if !isValid { throw wrong("option", range) }
      guard let bracket = key.firstIndex(of: "[") else {
        if options.contains(where: { $0.key == key }) { throw error(.repeatedField(key)) }
        options.append(.init(key, value))
        continue
      }
      guard key.hasSuffix("]"), bracket > key.startIndex,
        let condition = VersionCondition(key[key.index(after: bracket)...].dropLast())
      else { throw wrong("option", range) }
      lines.append(
        LockedDefinition.Line(.init(String(key[..<bracket]), value), if: condition))
    }
    return LockedDefinition(
      registry: registry, digest: digest, source: source, options: options, lines: lines)
  }

  /// Returns the key and value of a `key=value` field. The key may end with a condition in
  /// brackets.
  func option(_ range: Range<Int>) throws(LockLineError) -> (key: String, value: String) {
    var end = range.lowerBound
    while end < range.upperBound, source[end].isIdentifier { end += 1 }
    if end < range.upperBound, source[end] == UInt8(ascii: "[") {
      guard let close = source[end..<range.upperBound].firstIndex(of: UInt8(ascii: "]")) else {
        throw wrong("option", range)
      }
      end = close + 1
    }
    guard end > range.lowerBound, end < range.upperBound, source[end] == UInt8(ascii: "=") else {
      throw wrong("option", range)
    }
    let key = text(range.lowerBound..<end)
    let value = text(end + 1..<range.upperBound)
    let name = key.prefix { $0 != "[" }
    if name == LockedDeclaration.executablesKey, LockedDeclaration.executables(value) == nil {
      throw wrong("option", range)
    }
    return (key, value)
  }
}
