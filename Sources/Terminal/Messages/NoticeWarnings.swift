internal import Diagnostics

extension Notice {
  /// The warning that the notice is, or `nil` for notices of other forms.
  var warning: Message? {
    switch self {
    case .yanked(let tool, let version, let reason):
      Message("yanked", "\(tool) \(version) was yanked by its publisher")
        .detail("because", reason.isEmpty ? nil : reason)
    case .sharedExecutable(let name, let tools, let lock):
      Message("shared-program", "\(tools.joined(separator: " and ")) both provide `\(name)`")
        .detail("asked by", lock)
        .detail("try", "list the programs of one of them in the Toolfile: `executables: [\"…\"]`")
    case .occupiedShims(let paths):
      Message(
        "occupied-shim",
        paths.count == 1
          ? "1 shim could not be created because another file is in its place"
          : "\(paths.count) shims could not be created because other files are in their place"
      )
      .column("files", paths)
      .detail(
        "try", "move \(paths.count == 1 ? "it" : "them") elsewhere, then run `bootstrap rehash`")
    case .indistinctShims(let names):
      Message(
        "indistinct-shim",
        names.count == 1
          ? "1 shim could not be created because its name differs from another's in case alone"
          : "\(names.count) shims could not be created because their names differ from others' in "
            + "case alone"
      )
      .column("programs", names)
      .detail("because", "the file system of the shims does not distinguish such names")
    case .shadowedPrograms(let paths):
      Message(
        "hidden-program",
        paths.count == 1
          ? "1 shim now takes precedence over another program on PATH"
          : "\(paths.count) shims now take precedence over other programs on PATH"
      )
      .column("programs", paths)
      .detail(
        "because", "an installed tool provides the same names; it runs only where it is pinned")
    case .writableByOthers(let paths, let root):
      RootFinding.writableByOthers(paths: paths, root: root).message
    case .replacedFiles(let tool, let version, let platforms):
      Message(
        "replaced-files",
        "the file of \(tool) \(version) for \(platforms.joined(separator: ", ")) differs from that "
          + "in the previous lock")
    case .mixedPublishers(let tool, let version, let files):
      FilePublisher.warning(tool: tool, version: version, files)
    case .acceptedInCI(let problem): problem.noticeInCI
    case .keptHidingPrograms(let problem): problem.noticeOfKeptPrograms
    case .unconfirmed(let titles, let problem):
      Message(
        "unconfirmed",
        "cannot ask the index whether it publishes the locked "
          + (titles.count == 1 ? titles[0] : QuantityFormat.count(titles.count, "tool"))
      )
      .detail("because", problem.map { $0.messages.first?.headline } ?? "--offline is set")
      .detail("tools", titles.count == 1 ? [] : titles)
    default: nil
    }
  }
}
