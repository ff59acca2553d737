internal import Diagnostics
internal import Vocabulary

extension DiskNotice {
  var form: Notice.Form { .note(line) }

  private var line: String {
    switch self {
    case .uninstalled(let title, let byteCount, let isDeleted):
      "uninstalled \(title)" + (byteCount.map { ", \(QuantityFormat.bytes($0))" } ?? "")
        + (isDeleted ? ", and deleted it, because there is little free space" : "")
    case .goneAlready(let title): "\(title) is no longer installed"
    case .canBeRestored(let byteCount, let names, let keepsDownloads):
      "\(QuantityFormat.bytes(byteCount)) stay in the trash for a day; to undo, run "
        + "`bootstrap trash restore \(names.map(shellWord).joined(separator: " "))`; to free the "
        + "space now, run `bootstrap trash empty`"
        + (keepsDownloads ? "; downloads stay until `bootstrap cache clean`" : "")
    case .trashIsEmpty: "the trash has nothing to restore"
    case .trashEmptied(let byteCount): "deleted \(QuantityFormat.bytes(byteCount)) from the trash"
    case .trashEmptiedForSpace(let byteCount):
      "deleted \(QuantityFormat.bytes(byteCount)) from the trash, because there is little free "
        + "space"
    case .restored(let titles, let count, let leftCount):
      "restored "
        + (titles.isEmpty && count == 0
          ? "nothing"
          : (titles + (count == 0 ? [] : [QuantityFormat.count(count, "download")]))
            .joined(separator: ", "))
        + (leftCount == 0
          ? ""
          : "; the trash has \(QuantityFormat.count(leftCount, "version")) from other removals, "
            + "which `bootstrap trash list` shows")
    case .historyStart(nil): "no changes are recorded yet"
    case .historyStart(let time?): "the history begins at \(time)"
    case .undone(let number, let removed, let restored):
      "undid change \(number): "
        + (removed.map { "removed \($0)" } + restored.map { "restored \($0)" })
        .joined(separator: ", ")
    case .undoneAlready(let number): "change \(number) is undone already"
    case .staysInUse(let version):
      "\(version.title) stays, because \(QuantityFormat.enumeration(version.users)) "
        + (version.users.count == 1 ? "uses it" : "use it")
    case .notRestorable(let titles, let folder):
      QuantityFormat.enumeration(titles)
        + (titles.count == 1 ? " is" : " are")
        + " no longer in the trash, and cannot be unpacked from kept downloads"
        + "; `bootstrap install` in "
        + (folder.map { "\($0) installs what its files want" }
          ?? "a project that uses \(titles.count == 1 ? "it" : "them") installs "
          + "\(titles.count == 1 ? "it" : "them") again")
    case .cacheCleaned(0, _): "nothing to clean: every download is needed"
    case .cacheCleaned(let count, let byteCount):
      "deleted \(QuantityFormat.count(count, "download")), \(QuantityFormat.bytes(byteCount))"
    case .cacheFilled(
      let folder, let count, let byteCount, let platforms, let removedCount, let missingCount):
      "copied \(QuantityFormat.count(count, "file")), \(QuantityFormat.bytes(byteCount)), for "
        + "\(platforms.map(\.rawValue).joined(separator: ", ")) to \(folder), from which "
        + "`bootstrap install --offline` takes them"
        + (removedCount == 0
          ? ""
          : "; deleted \(QuantityFormat.count(removedCount, "file")) that the lock no longer "
            + "names")
        + Self.remark(onMissingAttestations: missingCount)
    case .mirrorFilled(let target, 0, _, let present, let missingCount):
      "\(target) already has \(QuantityFormat.count(present, "file"))"
        + Self.remark(onMissingAttestations: missingCount)
    case .mirrorFilled(let target, let added, let byteCount, let present, let missingCount):
      "copied \(QuantityFormat.count(added, "file")), \(QuantityFormat.bytes(byteCount)), to "
        + target + (present == 0 ? "" : ", which already had \(present)")
        + Self.remark(onMissingAttestations: missingCount)
    case .mirrorLacks(let target, 0, _, let manifestCount):
      "\(target) has every file, but lacks \(QuantityFormat.count(manifestCount, "manifest")), "
        + "without which the registry may delete them; to write them, run "
        + "`bootstrap mirror push \(target)`"
    case .mirrorLacks(let target, let fileCount, let byteCount, _):
      "\(target) lacks \(QuantityFormat.count(fileCount, "file"))"
        + (byteCount == 0 ? "" : ", " + QuantityFormat.bytes(byteCount))
    case .mirrorIsComplete(let target, let fileCount):
      "\(target) has \(QuantityFormat.count(fileCount, "file")), and lacks none"
    case .bundled(let folder, let count, let byteCount, let platform):
      "\(folder) has bootstrap and \(QuantityFormat.count(count, "file")), "
        + "\(QuantityFormat.bytes(byteCount)), for \(platform); "
        + "to install them on another machine, run its `install.sh`"
    case .installedAgain(let title): "\(title) stays in the trash, because it is installed again"
    case .packagesUninstalled(let title, let programs):
      "uninstalled the packages of \(title): " + programs.map(literal).joined(separator: ", ")
    }
  }

  /// Returns the end of a sentence about attestations that could not be copied, or nothing.
  private static func remark(onMissingAttestations count: Int) -> String {
    if count == 0 { return "" }
    let noun = QuantityFormat.count(count, "attestation")
    return "; this machine lacks \(noun) that the lock names"
  }
}
