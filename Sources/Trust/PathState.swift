internal import Filesystem
internal import Layout
internal import Vocabulary

/// The state of all folders in which ``ReachablePrograms`` may search. While it stays the same, no
/// program has appeared in them.
struct PathState: Sendable {
  /// The digest of the folders, with the device, inode, and time of the last change of each.
  ///
  /// The time is that of the status (`st_ctim`), because programs such as tar(1) set the time of
  /// the contents back after they have added a file.
  let digest: String
  /// The latest time of a change of a folder, in nanoseconds since 1970.
  private let changed: Int64

  /// Whether any later change gives a folder another time. A change in the same second as the last
  /// one may not.
  func isSettled(now: Int64) -> Bool { changed / 1_000_000_000 < now - 1 }

  /// Examines the folders.
  ///
  /// - Parameters:
  ///   - environment: The variables `PATH` and `BOOTSTRAP_SYSTEM_PATH`.
  ///   - root: The root, whose folders on `PATH` do not count.
  init(_ environment: Environment, besides root: Root) {
    var text = ""
    var changed = Int64.min
    for folder in ReachablePrograms.searchedFolders(environment, besides: root) {
      let status = (try? folder.status()) ?? nil
      text += "\(folder.string) "
      text += status.map { "\($0.device) \($0.inode) \($0.changed)\n" } ?? "\n"
      changed = max(changed, status?.changed ?? changed)
    }
    digest = SHA256Digest(of: text).hexadecimal
    self.changed = changed
  }
}
