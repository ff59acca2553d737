internal import Diagnostics
internal import Vocabulary

extension PinNotice {
  var form: Notice.Form {
    switch self {
    case .pinned(let tool, let version): .note("pinned \(tool) \(version)")
    case .imported(0, false): .note("nothing to import: .tool-version stays as it is")
    case .imported(0, true): .note("nothing to import: no .tool-version was written")
    case .imported: .note("to install what was added, run `bootstrap install`")
    case .hidden(let tool, let variable, let value):
      .note(
        "in this shell, \(variable)=\(printable(value)) takes precedence; to use the pin, run "
          + "`bootstrap shell --unset \(tool)` or `unset \(variable)`")
    case .changesLock(let tool, let version, let locked, let variable)
    where version == .exact(locked):
      .note(
        "Toolfile.lock does not record this pin yet; run `bootstrap lock`. To use "
          + "\(tool) \(version) alone, set \(variable)=\(version)")
    case .changesLock(let tool, let version, let locked, let variable):
      .note(
        "Toolfile.lock has \(tool) \(locked); the next `bootstrap install` locks \(version) for "
          + "everybody. To use it alone, set \(variable)=\(version)")
    case .contradictsToolfile(let tool, let version, let requirement, let origin, let variable):
      .note(
        "\(origin.withoutColumn) asks for \(tool) \(literal(requirement)), so the next `bootstrap "
          + "install` fails unless you change it. To use \(version) alone, set "
          + "\(variable)=\(version)")
    case .notInstalledYet(let tool, let version, _, _, let platform?):
      .note(
        "\(tool) \(version) is not installed, and the Toolfile does not name \(platform); run "
          + "`bootstrap lock --add-platform \(platform)`, then `bootstrap install`")
    case .notInstalledYet(let tool, let version, let isLockOnly, let isGlobal, nil):
      .note(
        "\(tool) \(version) is \(isLockOnly ? "installed only for a lock" : "not installed"); run "
          + (isGlobal ? "`bootstrap install \(tool)@\(version)`" : "`bootstrap install`"))
    case .cannotBeDefault(let tool, let version):
      .note(
        "\(tool) \(version) is installed only for a lock; a pin can use it only if a registry of "
          + "yours defines \(tool)")
    case .notInFile(let tool, let file, let other?, _):
      .note("\(file) does not pin \(literal(tool.text)), but \(other) does; nothing was removed")
    case .notInFile(let tool, let file, nil, let nearest):
      .note(
        "\(file) does not pin \(literal(tool.text)); nothing was removed"
          + (nearest.first.map { "; did you mean `\($0)`?" } ?? ""))
    case .stays(let tool, let origin, let folder):
      .note(
        "\(origin.withoutColumn) still pins \(tool); to remove the pin, run `"
          + bootstrapCommand("local --unset \(tool)", in: folder) + "`")
    }
  }
}
