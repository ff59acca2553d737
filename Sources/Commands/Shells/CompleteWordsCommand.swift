package import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
package import Terminal
internal import Vocabulary

/// `complete-words`: the words that a completion offers. Help does not list this command.
///
/// A shell runs it while the user waits, so it never fails because of a file that cannot be read.
package enum CompleteWordsCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "complete-words", "Print the words that can complete an argument.",
    arguments: .list(
      placeholder: ArgumentKind.WordList.allCases.map(\.rawValue).joined(separator: "|")
        + " [WORD [TOOL]]", atLeast: 1, atMost: 3),
    examples: [
      .init("bootstrap complete-words tools ru", "print the tools that begin with `ru`"),
      .init("bootstrap complete-words versions '' ruff", "print the installed versions of ruff"),
    ])

  /// Prints the words, one a line.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let arguments = session.arguments.positionals
    guard let candidates = ArgumentKind.WordList(rawValue: arguments[0]) else {
      throw .usage(.unexpectedArgument(arguments[0], command: session.command))
    }
    let word = arguments.count > 1 ? arguments[1] : ""
    let words =
      switch candidates {
      case .tools: session.tools(completing: word)
      case .toolVersions: session.toolVersions(completing: word)
      case .versions: session.versions(of: arguments.count > 2 ? arguments[2] : "")
      case .executables: session.executables
      case .groups: session.groupNames
      case .platforms: Platform.allCases.map(\.rawValue)
      case .settings: ConfigListing.keys.map(\.name)
      case .sources: SourceCatalog.standard.names
      }
    session.console.print(words.filter { $0.hasPrefix(word) }, json: .strings(words))
    return .success
  }
}

extension Session {
  /// Returns the tools of this directory and the installed ones. If none of them begins with
  /// `word`, returns those that registries define.
  fileprivate func tools(completing word: String) -> [String] {
    var tools = Set((try? root.installedTools()) ?? [])
    if let chain = try? selector().pinChain() {
      for link in chain.directories + [chain.global] {
        tools.formUnion(link.pins.map(\.tool))
        tools.formUnion(link.unavailable.map(\.tool))
      }
    }
    let known = tools.map(\.text).filter { $0.hasPrefix(word) }.sorted()
    if !known.isEmpty { return known }
    let registries = (try? registries())?.registries ?? []
    return Set(registries.flatMap { $0.definitions() }.map(\.name.text)).sorted()
  }

  /// Returns tools or, if `word` contains an `@`, the installed versions of the tool before it.
  fileprivate func toolVersions(completing word: String) -> [String] {
    guard let sign = word.firstIndex(of: "@") else { return tools(completing: word) }
    let tool = word[..<sign]
    return versions(of: String(tool)).filter { $0 != "system" }.map { "\(tool)@\($0)" }
  }

  /// Returns the installed versions of a tool, and `system`.
  fileprivate func versions(of tool: String) -> [String] {
    let installed = ToolName(tool).flatMap { try? root.installedVersions(of: $0) } ?? []
    return Set(installed.map(\.version.text)).sorted() + ["system"]
  }

  /// The names that have a shim.
  fileprivate var executables: [String] {
    ((try? root.shims.entriesIfPresent()) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// The groups of the project.
  fileprivate var groupNames: [String] {
    guard let folder = try? projectFolder(),
      let toolfile = (try? Toolfile.read(at: folder.appending(Toolfile.name), named: "", in: files))
        ?? nil
    else { return [] }
    return toolfile.groups.map(\.name.text)
  }
}
