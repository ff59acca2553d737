package import Vocabulary

/// The source and options of a tool, without the requirement, as a lock states them.
///
/// `--frozen` compares declarations as text, so equivalent declarations must have the
/// same spelling.
package struct LockedDeclaration: Hashable, Sendable {
  /// A `key=value` field.
  package struct Option: Hashable, Sendable {
    /// An identifier of letters, digits, and underscores.
    package let key: String
    package let value: String

    /// Creates an option; `key` must be a valid identifier.
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The options, sorted by key, including ``sourceKey``. No key occurs twice.
  package private(set) var options: [Option]

  /// Creates a declaration and sorts `options`, whose keys must be unique. `source` is `nil` if the
  /// manifest names no source, and a definition states it.
  package init(source: String? = nil, options: [Option]) {
    self.options = options + (source.map { [Option(Self.sourceKey, $0)] } ?? [])
    self.options.putInOrder { $0.key < $1.key }
  }

  /// The name of the source, such as `pypi`. Empty if the declaration does not state it.
  package var source: String { self[Self.sourceKey] ?? "" }

  /// The key of the option that names the source.
  package static let sourceKey = "source"

  /// The key of the option that names the package in the source.
  package static let packageKey = "package"

  /// The key of the option that lists the executables of a tool.
  ///
  /// The value is a list such as `node,npm`, or has paths in the artifact, such as
  /// `zig=ziglang/zig`.
  package static let executablesKey = "executables"

  /// The key of the option that states the address of the source.
  package static let addressKey = "address"

  /// The key of the option that lists the steps of a build.
  package static let buildKey = "build"

  /// The steps that build the tool from source, or none.
  package var steps: [String] { self[Self.buildKey].map(LockedList.elements) ?? [] }

  /// Returns whether `text` can be a step. It must not be blank. Tabs and line feeds are the only
  /// control characters allowed, because others could hide part of the step on a screen.
  package static func isStep(_ text: String) -> Bool {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte == UInt8(ascii: "\n") }
    return !text.utf8.allSatisfy(isSpace)
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: " ") && $0 != 0x7F || isSpace($0) }
  }

  /// The executables that the declaration lists, or `nil` if it lists none.
  package var executables: [Toolfile.Executable]? {
    self[Self.executablesKey].flatMap(Self.executables)
  }

  /// Parses the value of the option ``executablesKey``, or returns `nil` if it is invalid. Names
  /// are unique, and either all of them have a path or none has.
  static func executables(_ value: String) -> [Toolfile.Executable]? {
    var executables: [Toolfile.Executable] = []
    var names: Set<ExecutableName> = []
    for field in value.split(separator: ",", omittingEmptySubsequences: false) {
      let words = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = ExecutableName(words[0]), names.insert(name).inserted else { return nil }
      guard words.count == 2 else {
        executables.append(.init(name))
        continue
      }
      guard let path = ArtifactPath(words[1]) else { return nil }
      executables.append(.init(name, path: path))
    }
    let pathCount = executables.count { $0.path != nil }
    return pathCount == 0 || pathCount == executables.count ? executables : nil
  }

  /// Returns the value of an option that lists names, in alphabetical order.
  package static func list(_ names: [String]) -> String {
    // Every `check` lists the groups of each tool. The first call of `joined(separator:)` would
    // look up conformances in the whole program, which takes longer than the rest.
    var list = ""
    for name in names.sorted() { list += list.isEmpty ? name : ",\(name)" }
    return list
  }

  /// Returns the value of the option ``executablesKey`` that lists `executables`.
  package static func executablesValue(_ executables: [Toolfile.Executable]) -> String {
    executables.map { $0.name.text + ($0.path.map { "=\($0.text)" } ?? "") }
      .joined(separator: ",")
  }

  /// Returns the executables with these names, each with its path if the declaration states it.
  package func executables(named names: [ExecutableName]) -> [Toolfile.Executable] {
    let declared = executables ?? []
    return names.map { name in declared.first { $0.name == name } ?? .init(name) }
  }

  /// The value of an option, or `nil` if the declaration does not state the option.
  package subscript(key: String) -> String? {
    options.first { $0.key == key }?.value
  }
}
