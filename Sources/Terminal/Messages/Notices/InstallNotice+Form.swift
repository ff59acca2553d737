internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension InstallNotice {
  var form: Notice.Form {
    switch self {
    case .ready(let count): .note("ready: \(QuantityFormat.count(count, "tool")) installed")
    case .nothingToDo(let count):
      .note("nothing to do: \(QuantityFormat.count(count, "tool")) installed")
    case .chosenGroups(let with, let without, let origin):
      .table(
        [("groups", with), ("left out", without)].filter { !$0.1.isEmpty }.map { label, names in
          [label, names.joined(separator: ", "), "\(origin)"]
        })
    case .installed(let titles, let byteCount, let time):
      .note(
        "installed \(titles.count == 1 ? titles[0] : QuantityFormat.count(titles.count, "tool"))"
          + " in \(QuantityFormat.time(time)), \(QuantityFormat.bytes(byteCount))")
    case .installedOne(let title): .trace("installed \(title)")
    case .madeDefault(let title):
      .note("\(title) is already installed; pins can now select it")
    case .staysInstalled(let titles):
      .note(
        "\(titles.joined(separator: ", ")) stay\(titles.count == 1 ? "s" : "") installed; "
          + "to remove, run `bootstrap uninstall "
          + titles.map { $0.replacing(" ", with: "@") }.joined(separator: " ") + "`")
    case .notForPlatform(let tools, let platform):
      .note(
        "left out \(tools.map(\.text).joined(separator: ", ")), which the Toolfile does not want "
          + "for \(platform)")
    case .sharedExecutable(let name, let tools, let lock):
      .warning([
        Message(
          "shared-program", "\(tools.map(\.text).joined(separator: " and ")) both provide `\(name)`"
        )
        .detail("asked by", lock)
        .detail("try", "list the programs of one of them in the Toolfile: `executables: [\"…\"]`")
      ])
    case .unrecordedFolder(let root, let problem?):
      .note(
        "a prune of \(root) does not keep these tools: "
          + problem.messages.map(\.headline).joined(separator: ", ")
          + "; `bootstrap doctor` says more")
    case .unrecordedFolder(let root, because: nil):
      .note("a prune of \(root) does not keep these tools, because you cannot change that root")
    case .databaseRepaired(let added, let deletedCount):
      .trace(
        "brought the database in line with what is installed: "
          + [("added", added.count), ("removed", deletedCount)].filter { $0.1 > 0 }
          .map { "\($0) \(QuantityFormat.count($1, "version"))" }.joined(separator: ", ")
          + (added.isEmpty ? "" : " (\(added.joined(separator: ", ")))"))
    case .unrestrictedBuild(let restrictions):
      .note(
        "this system cannot prevent the steps of a build from "
          + restrictions.map(\.words).joined(separator: ", "))
    case .writableByOthers(let paths, let root):
      .warning([RootFinding.writableByOthers(paths: paths, root: root).message])
    }
  }
}

extension BuildRestriction {
  /// What is not prevented, after "from".
  fileprivate var words: String {
    switch self {
    case .files: "reading and writing your files"
    case .attributes: "changing the modes and times of your files"
    case .network: "using the network"
    case .sockets: "connecting to sockets of this machine"
    case .processes: "sending signals to other processes"
    }
  }
}
