internal import Diagnostics

extension Notice {
  enum Form {
    /// A line unless quiet was requested.
    case note(String)
    /// A line in verbose output.
    case trace(String)
    case warning([Message])
  }

  var form: Form {
    switch self {
    case .ready(let count): .note("ready: \(QuantityFormat.count(count, "tool")) installed")
    case .nothingToDo(let count):
      .note("nothing to do: \(QuantityFormat.count(count, "tool")) installed")
    case .wroteManifest(let path):
      .note("wrote \(path); name your tools in it, then run bootstrap install")
    case .lockIsCurrent: .note("the lock answers the Toolfile")
    case .lockUnchanged(let count):
      .note("nothing to do: the lock answers the Toolfile (\(QuantityFormat.count(count, "tool")))")
    case .locked(let count, let platforms):
      .note(
        "locked \(QuantityFormat.count(count, "tool")) for \(platforms.joined(separator: ", "))")
    case .addedToLock(let tool, let version): .note("added   \(tool) \(version)")
    case .removedFromLock(let tool, let version): .note("removed \(tool) \(version)")
    case .changedInLock(let tool, let old, let new): .note("changed \(tool) \(old) to \(new)")
    case .installed(let titles, let byteCount, let time):
      .note(
        "installed \(titles.count == 1 ? titles[0] : QuantityFormat.count(titles.count, "tool"))"
          + " in \(QuantityFormat.time(time)), \(QuantityFormat.bytes(byteCount))")
    case .installedOne(let title): .trace("installed \(title)")
    case .released(let title): .note("\(title) was installed for a lock; now pins find it too")
    case .notInstalledYet(let tool, let version):
      .note("\(tool) \(version) is not installed yet: bootstrap install \(tool)@\(version)")
    case .uninstalled(let title): .note("uninstalled \(title)")
    case .createdShim(let name): .trace("put the shim \(name)")
    case .removedShim(let name): .trace("took the shim \(name)")
    case .verified(let verified): .note(verified.sentence)
    case .lastVerified(let title, nil, _): .trace("\(title): never verified before")
    case .lastVerified(let title, let seconds?, let wasDamaged):
      .trace(
        "\(title): last verified \(QuantityFormat.age(seconds)) ago"
          + (wasDamaged ? ", and damaged then" : ""))
    // Verifying works in a root that only others can write; recording is then theirs to do. Any
    // other fault of the store is a warning.
    case .notRecorded(let problem) where problem.exitCode == .cannotWrite:
      .trace("not recorded: \(problem.messages.map(\.headline).joined(separator: ", "))")
    case .notRecorded(let problem): .warning(problem.messages)
    case .waiting(let holder):
      .note("waiting for another bootstrap" + (holder.isEmpty ? "" : " (process \(holder))"))
    case .waitingForSites(let sites): .note("waiting for \(sites.joined(separator: ", "))")
    case .resolving(let count): .trace("resolving \(QuantityFormat.count(count, "tool"))")
    case .downloading(let title, let count):
      .note("downloading \(title) (\(QuantityFormat.bytes(count)))")
    case .newerVersionSkipped(let tool, let version, let platforms, let chosen):
      .note(
        "\(tool) \(version) exists, but not for \(platforms.joined(separator: ", ")):"
          + " locking \(chosen)")
    case .platformLeftOut, .yanked, .sharedProgram, .occupiedShims, .shadowedPrograms:
      .warning(warning.map { [$0] } ?? [])
    }
  }

  private var warning: Message? {
    switch self {
    case .platformLeftOut(let tool, let platform):
      Message(
        "platform-left-out", "\(tool) has nothing for \(platform), and is locked for the others"
      )
      .detail("try", "name the `platforms` of this project in the Toolfile")
    case .yanked(let tool, let version, let reason):
      Message("yanked", "\(tool) \(version) was yanked by its publisher")
        .detail("because", reason.isEmpty ? nil : reason)
    case .sharedProgram(let name, let tools, let lock):
      Message("shared-program", "\(tools.joined(separator: " and ")) both provide `\(name)`")
        .detail("asked by", lock)
        .detail("try", "name the programs of one of them: `executables: [\"…\"]` in the Toolfile")
    case .occupiedShims(let paths):
      Message(
        "occupied-shim",
        "\(QuantityFormat.count(paths.count, "shim")) could not be put, since other files are there"
      )
      .column("files", paths)
      .detail("try", "move them away, then run bootstrap rehash")
    case .shadowedPrograms(let paths):
      Message(
        "hidden-program",
        "\(QuantityFormat.count(paths.count, "shim")) now \(paths.count == 1 ? "comes" : "come")"
          + " before other programs on PATH"
      )
      .column("programs", paths)
      .detail(
        "because", "an installed tool provides the same names; it runs only where it is pinned")
    default: nil
    }
  }
}

extension Notice.Verified {
  /// `verified 10 tools, 8,959 files, 438 MB in 0.5 s`
  fileprivate var sentence: String {
    let tools = QuantityFormat.count(toolCount, "tool")
    let words = [
      versionCount == toolCount ? tools : "\(versionCount) versions of \(tools)",
      "\(QuantityFormat.number(fileCount)) file\(fileCount == 1 ? "" : "s")",
      "\(QuantityFormat.bytes(byteCount)) in \(QuantityFormat.time(time))",
    ]
    return "verified " + words.joined(separator: ", ")
      + (damagedCount == 0 ? "" : ": \(damagedCount) damaged")
  }
}
