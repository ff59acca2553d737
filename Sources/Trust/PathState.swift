internal import Filesystem
internal import Layout
internal import Vocabulary

/// The state of all folders in which ``ReachablePrograms`` may search. While it stays the same, no
/// program has appeared in them.
struct PathState: Sendable {
  /// The digest of the folders, with the device, inode, and modification time of each.
  let digest: String
  /// The latest modification time of a folder, in seconds since 1970.
  private let changed: Int64

  /// Whether any later change gives a folder another modification time. A change in the same second
  /// as the last one would not.
  func isSettled(now: Int64) -> Bool { changed < now - 1 }

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
      text += status.map { "\($0.device) \($0.inode) \($0.modified)\n" } ?? "\n"
      changed = max(changed, status?.modified ?? changed)
    }
    digest = SHA256Digest(of: text).hexadecimal
    self.changed = changed
  }
}
