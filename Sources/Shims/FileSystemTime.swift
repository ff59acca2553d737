internal import Filesystem
internal import LibC
internal import Selection

/// The current time by the clock of a file system, which dates its files.
struct FileSystemTime: Sendable {
  /// The device of the file system.
  let device: UInt64
  /// The time, in nanoseconds since 1970, or an earlier one.
  private var now: Int64

  /// Creates a file in a folder to read the time, and removes it.
  init(in folder: FilePath) throws(FileError) {
    let probe = folder.appending("time").temporarySibling()
    try probe.createEmptyFile()
    let identity = FileIdentity(of: PathText(probe.bytes))
    try probe.removeFile()
    device = identity?.device ?? 0
    // Without a time, nothing counts as read long enough after its last change.
    now = identity?.changed ?? .min
  }

  /// Waits until the files with these changes may be read. Returns false at once if that takes too
  /// long.
  mutating func wait(for changes: LatestChanges) -> Bool {
    guard let wait = changes.settlingTime(now: now) else { return false }
    if wait > 0 {
      usleep(UInt32(wait))
      now += wait * 1000
    }
    return true
  }
}
