package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
package import SourceKinds
package import Terminal
internal import TextSearch
internal import Vocabulary

/// `search`: the tools that registries define.
package enum SearchCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "search", "Find tools by name, alias, command, or description.", family: .choosing,
    arguments: .list(placeholder: "WORD…", atLeast: 1, atMost: 16),
    details: [
      "Searches the registries of your settings and the one that ships with bootstrap.",
      "With several words, prints the tools that match all of them. Exit 1: there are none.",
    ],
    examples: [
      .init("bootstrap search rg", "find the tool that provides rg"),
      .init("bootstrap search kubernetes cluster", "find tools by their descriptions"),
      .init("bootstrap search --json jq", "print the result as JSON, for scripts"),
    ])

  /// Prints the tools that match, best first.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let words = session.arguments.positionals
    let registries = try session.registries()
    let matches = DefinitionSearch(for: words).matches(in: registries)
    session.console.print(
      rows: matches.map { [$0.definition.name.text, $0.definition.summary ?? ""] },
      json: .object(["schema": 1, "tools": .array(matches.map(\.json))]))
    if !matches.isEmpty { return .success }
    if !session.console.isJSON {
      let names = registries.registries.flatMap { $0.definitions() }.flatMap {
        [$0.name.text] + $0.aliases
      }
      let text = words.joined(separator: " ")
      session.console.report(
        .registry(.noMatch(text, nearest: nearestNames(to: text, in: Set(names).sorted()))))
    }
    return .failure
  }
}

extension Session {
  /// Returns the registries that define tools for pins and for installs by name.
  ///
  /// - Throws: ``Problem`` if the settings or a registry cannot be read.
  package func registries() throws(Problem) -> Registries {
    let settings = try mappingFileErrors(try Settings.read(in: root))
    do {
      return try .users(settings, in: root)
    } catch {
      throw Problem(error, formatPath: formatPath)
    }
  }
}

extension DefinitionSearch.Match {
  fileprivate var json: JSON {
    .object([
      "name": .string(definition.name.text), "summary": .optional(definition.summary),
      "home": .optional(definition.home), "aliases": .strings(definition.aliases),
      "executables": .strings(definition.executables.flatMap(\.value).map(\.name.text)),
      "registry": .string(registry),
    ])
  }
}
