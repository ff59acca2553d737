internal import Filesystem
internal import LibC
internal import Synchronization

/// Standard output, which remembers the first failure to write to it.
final class StandardOutput: Sendable {
  private let firstFailure = Mutex<FileError?>(nil)

  /// The reason the results were not written, or `nil` if they were.
  ///
  /// A pipe without a reader is not a failure. The reader, such as head(1), has read all that it
  /// needed and exited, so the rest is dropped silently, as in ripgrep and other programs. The
  /// signal SIGPIPE would end the process, but a command such as `install --json` must still
  /// complete.
  var failure: FileError? {
    firstFailure.withLock { $0?.code == EPIPE ? nil : $0 }
  }

  /// Whether further output can still be read: no write has failed, and a pipe still has a reader.
  var hasReader: Bool {
    if firstFailure.withLock({ $0 != nil }) { return false }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    guard unsafe poll(&request, 1, 0) > 0 else { return true }
    return Int32(request.revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }

  /// Writes all of `bytes`. After a failure, writes nothing more.
  func write(_ bytes: [UInt8]) {
    firstFailure.withLock { failure in
      if failure == nil { failure = Self.write(bytes, to: STDOUT_FILENO) }
    }
  }

  /// Writes all of `bytes` to a descriptor. Returns the error that prevented this, or `nil`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> FileError? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      let code = errno
      if count < 0, code == EINTR { continue }
      // Another program that shares the terminal or pipe may have made it nonblocking.
      if count < 0, code == EAGAIN, waitUntilWritable(descriptor) { continue }
      if count <= 0 { return FileError(.write, "/dev/stdout", code: code) }
      bytes = bytes.dropFirst(count)
    }
    return nil
  }

  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&request, 1, -1) > 0 || errno == EINTR
  }
}

/// Text on its way to standard output or a file, which is written in large pieces.
struct OutputBuffer: TextOutputStream {
  private let output: ([UInt8]) -> Void
  private var bytes: [UInt8] = []

  /// Creates an empty buffer. `output` writes a piece.
  init(_ output: @escaping ([UInt8]) -> Void) { self.output = output }

  /// Appends text, and writes what has been appended so far if it is more than 64 KiB.
  mutating func write(_ text: String) {
    bytes += text.utf8
    if bytes.count > 65_536 { flush() }
  }

  /// Writes what has been appended since the last call.
  mutating func flush() {
    output(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

// Declared outside the type, where `write` would mean the type's own method.
private let systemWrite = unsafe write
