internal import Diagnostics
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import SourceKinds
internal import Terminal
internal import TextSearch
internal import Vocabulary

/// A correction for an `exec` command line that names a program that nothing here provides.
struct ExecSuggestion {
  let session: Session

  /// Returns the problem with similar names and the command line that was probably meant, if they
  /// are known.
  func completing(_ problem: Problem) -> Problem {
    // What other version managers' files ask for is a better hint than a similar name.
    guard case .selection(.notFound(let name, [], [], _, _)) = problem else { return problem }
    var nearest: [ExecutableName] = []
    var retry = retry(name)
    if retry.isEmpty {
      let names = declaredPrograms
      nearest = nearestNames(to: name, in: names)
      if let meant = misspelledName(name, in: names) {
        retry = ["bootstrap", session.command] + options + [meant.text] + arguments
      }
    }
    return .selection(
      .notFound(executable: name, providers: [], nearest: nearest, retry: retry))
  }

  /// Returns the command line that adds the tool of a known program to the project or, outside a
  /// project, runs the program once. For a tool with a version, this is a command line of `x`.
  /// Empty for any other name.
  private func retry(_ name: String) -> [String] {
    let registries = Registries.trusted(in: session.root)
    if let end = name.firstIndex(of: "@"), let tool = ToolName(name[..<end]),
      registries.entry(of: tool) != nil
    {
      return ["bootstrap", XCommand.syntax.name, name] + arguments
    }
    guard let known = KnownProgram(name, in: registries) else { return [] }
    let isInProject = ((try? session.nearestProjectFolder()) ?? nil) != nil
    return isInProject ? ["bootstrap", "add", known.tool.text] : known.commandLine(with: arguments)
  }

  /// The arguments of the program.
  private var arguments: [String] {
    session.arguments.command.dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The words between `exec` and the name of the program.
  private var options: [String] {
    Array(session.arguments.words.dropLast(session.arguments.command.count))
  }

  /// The programs of the tools that are locked or pinned here, sorted.
  private var declaredPrograms: [ExecutableName] {
    let selector = session.selector()
    let locked = ((try? selector.folderTools())?.project?.lock?.tools ?? [])
      .flatMap { $0.executables(for: .current) }
    let pins = ((try? selector.pinChain().pins()) ?? []).compactMap { ExecutableName($0.tool.text) }
    return Set(locked + pins).sorted()
  }
}
