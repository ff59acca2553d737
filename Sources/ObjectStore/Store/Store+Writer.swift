internal import Filesystem
internal import LibC

extension Store {
  /// Returns the id of the process that is writing to the store at `path`, or `nil` if there is
  /// none or the system does not tell. Only Linux does, in the file `/proc/locks`.
  ///
  /// Asking the file itself (F_GETLK of fcntl(2)) would mean to open and close it, and closing any
  /// descriptor of a file releases the locks that this process has on it.
  package static func writingProcess(at path: String) -> Int32? {
    var status = stat()
    guard unsafe stat(path + "-shm", &status) == 0,
      let locks = try? FilePath("/proc/locks").contents(limit: 1 << 20)
    else { return nil }
    for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
      // `1: POSIX  ADVISORY  WRITE 708 fe:00:1234 120 120`: the process, the file, the bytes.
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == "POSIX", words[3] == "WRITE",
        words[5].split(separator: ":").last == "\(status.st_ino)", words[6] == writeLock,
        words[7] == writeLock, let process = Int32(words[4]), process > 0
      else { continue }
      return process
    }
    return nil
  }

  /// The byte of the `-shm` file that the writer of a store locks (`WAL_WRITE_LOCK`).
  private static let writeLock = "120"
}
