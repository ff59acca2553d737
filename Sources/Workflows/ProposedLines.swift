internal import Diagnostics
internal import Manifests
internal import ToolSources
internal import Vocabulary

/// The lines of a proposed definition.
struct ProposedLines: Sendable {
  let tool: ToolName
  /// The name of the source.
  let source: String
  /// The name of the package in the source.
  var package: String
  var profile = PackageProfile()
  var executables: [ExecutableName] = []
  /// The platforms to state, or `nil` if the tool exists for all usual ones.
  var platforms: [Platform]?
  /// The options that the author states, and those without which the source would find nothing.
  var options: [LockedDeclaration.Option] = []

  /// The maximum number of characters in a summary.
  private static let summaryLimit = 120

  /// What the source says about the tool, or `nil` if it says nothing.
  var summary: String? {
    guard let text = DefinitionText.oneLine(profile.summary ?? "", limit: Self.summaryLimit) else {
      return nil
    }
    // Summaries end without a period.
    return text.hasSuffix(".") && !text.hasSuffix("..") && text.count > 1
      ? String(text.dropLast()) : text
  }

  /// The name of the tool's only program, because people search for it.
  private var aliases: [String] {
    executables.count == 1 ? executables.map(\.text).filter { $0 != tool.text } : []
  }

  /// The definition as text.
  var text: String {
    var text = DefinitionText(of: tool)
    text.add("summary", [summary ?? "TODO: say in one line what \(tool) does"])
    text.add("home", profile.home.map { [$0] } ?? [])
    text.add("aliases", aliases)
    text.add("executables", executables.map(\.text))
    text.add("platforms", platforms?.map(\.rawValue) ?? [])
    text.add(source, [package])
    for option in options { text.add(option.key, [option.value]) }
    return text.description
  }

  /// Parses the text.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if a value has a form that no definition can have.
  func definition() throws(Problem) -> Definition {
    let found: [Definition]
    do {
      found = try RegistryText(parsing: Array(text.utf8), path: "the proposal").definitions
    } catch {
      throw .syntax(error)
    }
    guard let definition = found.first else {
      throw .system(.internalFault("the proposal for \(tool) defines nothing"))
    }
    return definition
  }
}
