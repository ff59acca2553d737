internal import Filesystem
internal import LibC
internal import Selection
internal import Synchronization

/// The time by the clock of a file system, which dates its files.
struct FileSystemTime: Sendable {
  /// The device of the file system.
  let device: UInt64
  /// The time at `instant`, in nanoseconds since 1970, or an earlier one.
  private let probed: Int64
  private let instant: ContinuousClock.Instant

  /// Creates the time that was `time` at `instant`, in nanoseconds since 1970.
  init(_ time: Int64, on device: UInt64, at instant: ContinuousClock.Instant = .now) {
    self.device = device
    probed = time
    self.instant = instant
  }

  /// Creates a file in a folder to read the time, and removes it. Returns `nil` if that fails.
  init?(in folder: FilePath) {
    let probe = folder.appending("time").temporarySibling()
    var found: (identity: FileIdentity, device: UInt64)?
    var instant = ContinuousClock.now
    for _ in 0..<5 {
      let start = ContinuousClock.now
      guard (try? probe.createEmptyFile()) != nil else { return nil }
      instant = .now
      found = FileIdentity.withDevice(of: PathText(probe.bytes))
      guard (try? probe.removeFile()) != nil else { return nil }
      // On a busy machine, other processes may run in between. The time would be late by as much.
      if instant - start < .milliseconds(2) { break }
    }
    guard let found else { return nil }
    self.init(found.identity.changed, on: found.device, at: instant)
  }

  /// The current time, in nanoseconds since 1970. It is late by up to one step of the clock, and
  /// never early.
  var now: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - instant).components
    // A time after 2262 wraps around, as that of a file does.
    return probed &+ seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }

  /// Waits until the files with these changes may be read. Returns false at once if that takes too
  /// long.
  func wait(for changes: LatestChanges) -> Bool {
    while let rest = changes.settlingTime(now: now) {
      if rest == 0 { return true }
      // A signal may end this early.
      usleep(UInt32(rest))
    }
    return false
  }
}

/// The time of the file system of a folder, which is read once, when it is first needed.
final class SharedFileSystemTime: Sendable {
  private enum State {
    case unread
    case read(FileSystemTime?)
  }

  private let folder: FilePath
  private let state = Mutex(State.unread)

  init(in folder: FilePath) { self.folder = folder }

  /// The time, or `nil` if no file can be created in the folder.
  var value: FileSystemTime? {
    state.withLock { state in
      if case .read(let time) = state { return time }
      let time = FileSystemTime(in: folder)
      state = .read(time)
      return time
    }
  }
}
