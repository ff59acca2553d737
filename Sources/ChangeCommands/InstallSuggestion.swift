internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Vocabulary
internal import Workflows

/// The advice for `bootstrap install TOOL` if no registry defines the tool: the right name, or what
/// to run if the folder's Toolfile declares the tool. Names on the command line do not refer to the
/// Toolfile.
struct InstallSuggestion {
  let session: Session

  /// Returns the problem with a suggestion to run `bootstrap install`, which installs the declared
  /// tools, or `bootstrap add` if the user asks for a version other than the locked one.
  func completing(_ problem: Problem) -> Problem {
    let problem = namingRuby(in: MeantTool.completing(problem, session))
    guard case .sources(var problems) = problem,
      let project = (try? session.selector().folderTools())?.project
    else { return problem }
    for index in problems.indices {
      guard case .content(.undefined) = problems[index].fault, let tool = problems[index].tool,
        project.toolfile[tool] != nil
      else { continue }
      let word = session.arguments.positionals.first { $0.hasPrefix("\(tool)@") }
      if let word, let typed = (try? session.toolAndTypedVersion(word))?.1,
        project.lock?[tool].map({ typed.mayMean($0.version) }) != true
      {
        problems[index].retry = ["bootstrap", "add", word]
        continue
      }
      let force = session.arguments.has("--force") ? ["--force"] : []
      problems[index].retry = ["bootstrap", "install"] + force
    }
    return .sources(problems)
  }

  /// Returns the problem. If a version was typed alone, adds the command line that names Ruby.
  private func namingRuby(in problem: Problem) -> Problem {
    guard case .sources(var problems) = problem else { return problem }
    for index in problems.indices {
      guard case .content(.undefined) = problems[index].fault, problems[index].retry.isEmpty,
        let version = problems[index].tool?.text
      else { continue }
      problems[index].retry = session.retryForRuby(
        replacing: version, with: ["ruby@\(version)"])
    }
    return .sources(problems)
  }
}
