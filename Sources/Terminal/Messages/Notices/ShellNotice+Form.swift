internal import Diagnostics
internal import Vocabulary

extension ShellNotice {
  var form: Notice.Form {
    switch self {
    case .activatedAlready(let origin): .note("\(origin) already activates bootstrap")
    case .startsWithNewShell(let shell): .note("open a new terminal, or run `exec \(shell)`")
    case .notSetUp(let shell):
      .note("nothing to remove: no startup file\(shell.map { " of \($0)" } ?? "") has a line")
    }
  }
}
