package import Diagnostics
internal import Vocabulary

/// The texts of a registry: one, or those of a folder or an archive.
///
/// A text with problems does not hide the others: its valid definitions are kept for an author who
/// wants to know all problems at once. ``valid()`` refuses the registry as a whole.
package struct RegistryTexts: Hashable, Sendable {
  /// The definitions in the order of the texts. No name occurs twice.
  package private(set) var definitions: [Definition] = []
  /// The syntax problems of all texts, or `nil` if there are none.
  package private(set) var problems: SyntaxProblems?
  private var originOfName: [ToolName: Origin] = [:]

  /// Creates a registry without texts.
  package init() {}

  /// Adds a text, whose messages name it `path`.
  package mutating func add(_ bytes: [UInt8], path: String) {
    do {
      let analysis = try ToolfileAnalysis(bytes, path: path, limit: RegistryText.maximumByteCount)
      let strays = analysis.parser.statements.filter { $0.word != "define" }.map {
        SyntaxProblem(.notInRegistry(word: $0.word), at: $0.position.origin(in: path))
      }
      let problems = analysis.problems + strays
      if !problems.isEmpty { add(SyntaxProblems(inOrder: problems)) }
      for definition in analysis.reader.definitions { add(definition) }
    } catch {
      add(error)
    }
  }

  /// Adds another registry, such as one file of a folder.
  package mutating func add(_ other: RegistryTexts) {
    if let problems = other.problems { add(problems) }
    for definition in other.definitions { add(definition) }
  }

  /// Adds problems of a text that has not been added.
  package mutating func add(_ other: SyntaxProblems) {
    problems = problems.map { $0.appending(other) } ?? other
  }

  private mutating func add(_ definition: Definition) {
    if let first = originOfName[definition.name] {
      add(
        SyntaxProblems([
          SyntaxProblem(
            .definedElsewhere(definition.name, at: first), at: definition.origin)
        ]))
      return
    }
    originOfName[definition.name] = definition.origin
    definitions.append(definition)
  }

  /// Returns the definitions.
  ///
  /// - Throws: ``SyntaxProblems`` with the problems of all texts.
  package func valid() throws(SyntaxProblems) -> [Definition] {
    if let problems { throw problems }
    return definitions
  }
}
