internal import Diagnostics
internal import Vocabulary

extension PinProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .nothingToPin(let tool, let version, let installed, let nearest, let line):
      Message("not-installed", "\(tool) \(version) is not installed")
        .detail("installed", installed.map(\.text))
        .similar(nearest)
        .detail("run", line ?? "bootstrap search \(shellWord(tool.text))")
    case .nothingPinned(let file):
      Message("nothing-pinned", "neither \(file) nor one in a directory above pins a tool")
        .detail("run", "bootstrap local TOOL VERSION")
    case .notPinned(let tool, let installed):
      Message("not-pinned", "no version of \(tool) is pinned here")
        .detail("installed", installed.map(\.text))
        .detail(
          "run", "bootstrap local \(tool) \(installed.last.map { shellWord($0.text) } ?? "VERSION")"
        )
    case .notPinnedHere(let tool, let file, let retry):
      Message("not-pinned-here", "\(file) does not pin \(tool)")
        .detail("run", commandLine(retry))
    case .notSelectedInShell(let tool, let variable):
      Message("not-selected-in-shell", "this shell selects no version of \(tool)")
        .detail("because", "\(variable) is not set")
    case .noPreviousVersion:
      Message("no-previous-version", "this shell has no change to undo")
    }
  }
}
