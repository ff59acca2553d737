internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Selection
internal import Terminal
internal import Vocabulary

/// The advice for `bootstrap install TOOL` if no registry defines the tool but the folder's
/// Toolfile declares it. Names on the command line do not refer to the Toolfile.
struct InstallSuggestion {
  let session: Session

  /// Returns the problem with a suggestion to run `bootstrap install`, which installs the declared
  /// tools.
  func completing(_ problem: Problem) -> Problem {
    guard case .sources(var problems) = problem,
      let toolfile = (try? session.selector().folderTools())?.project?.toolfile
    else { return problem }
    for index in problems.indices {
      guard case .content(.undefined) = problems[index].fault, let tool = problems[index].tool,
        toolfile[tool] != nil
      else { continue }
      let force = session.arguments.has("--force") ? ["--force"] : []
      problems[index].retry = ["bootstrap", "install"] + force
    }
    return .sources(problems)
  }
}
