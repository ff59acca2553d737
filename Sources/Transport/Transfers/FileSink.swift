internal import Cryptography
internal import Filesystem
internal import Synchronization

/// Writes a response to a new file and computes its digest along the way.
///
/// A sink outlives the attempts that feed it. If a download is interrupted, the next attempt
/// requests the missing bytes and appends to the same file and digest.
final class FileSink: ResponseSink {
  private struct State: ~Copyable, Sendable {
    let file: FileDescriptor
    var hasher = SHA256()
    var received = 0
    /// The last bytes received, not yet written to the file.
    private var pending: [UInt8] = []
    /// The number of bytes whose writeback has begun. Early writeback shortens the sync at the end
    /// of the installation, which waits for these bytes too.
    var writtenBack = 0
    /// The server's identifier of this version of the file: its ETag, otherwise its date. `nil` if
    /// the server sent neither, or only a weak ETag.
    var validator: String?
    var rejection: Rejection?

    /// The number of bytes to write at once. libcurl delivers at most 16 KB, and writing each
    /// delivery separately would take twice as much system time.
    private static let writeSize = 128 << 10
    /// The number of bytes between writebacks.
    private static let writebackSize = 8 << 20

    init(file: consuming FileDescriptor) {
      self.file = file
      pending.reserveCapacity(Self.writeSize)
    }

    /// Adds bytes to the file and the digest.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
      if pending.count + bytes.count > Self.writeSize { try flush() }
      unsafe pending.append(contentsOf: bytes)
      unsafe hasher.update(bytes)
      received += bytes.count
      // The first bytes are written at once, because a watch goes by the size of the file.
      if received <= Self.writeSize { try flush() }
    }

    /// Writes the pending bytes, and periodically begins their writeback.
    mutating func flush() throws(FileError) {
      try file.write(pending)
      pending.removeAll(keepingCapacity: true)
      if received - writtenBack >= Self.writebackSize {
        file.beginWriteback(from: writtenBack, count: received - writtenBack)
        writtenBack = received
      }
    }

    /// Discards everything received.
    mutating func restart() throws(FileError) {
      try file.truncate()
      pending.removeAll(keepingCapacity: true)
      hasher.reset()
      received = 0
      writtenBack = 0
      validator = nil
    }
  }

  /// A reason the sink ended an attempt.
  private enum Rejection: Sendable {
    /// The size differs from the expected one. The value is the size announced by the server, or
    /// the number of bytes received when it exceeded the expected size.
    case size(Int)
    /// Nobody stated the size, and the file exceeds the limit.
    case limit
    /// A successful status that does not carry the requested bytes.
    case status
    case file(FileError)
  }

  private let state: Mutex<State>
  private let expectedSize: Int?
  /// The maximum size if `expectedSize` is `nil`.
  private let limit: Int
  private let hasExpectedDigest: Bool
  private let progress: @Sendable (Int) -> Void

  /// Creates the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - expectation: The digest and size that the file must have.
  ///   - limit: The maximum size in bytes of a file whose size is not stated.
  ///   - progress: Receives the number of bytes so far.
  /// - Throws: ``FileError`` with EEXIST if something already exists at `path`.
  init(
    _ path: FilePath, expecting expectation: ExpectedFile, limit: Int,
    progress: @escaping @Sendable (Int) -> Void
  ) throws(FileError) {
    let file = try FileDescriptor.open(path, .create(permissions: 0o644))
    file.markAsInUse()
    state = Mutex(State(file: file))
    expectedSize = expectation.size
    self.limit = limit
    hasExpectedDigest = expectation.digest != nil
    self.progress = progress
  }

  /// Always false: files are stored, counted, and hashed as published.
  var acceptsCompression: Bool { false }

  var received: Int { state.withLock { $0.received } }

  /// Completes the file and returns the digest and size of everything received. Call this once.
  func finish() throws(FileError) -> DownloadedFile {
    try state.withLock { (state) throws(FileError) in
      try state.flush()
      return DownloadedFile(digest: state.hasher.finish(), size: state.received)
    }
  }

  /// Discards everything received, so that another server sends the file from its beginning.
  func restart() throws(TransportError) {
    do throws(FileError) {
      try state.withLock { (state) throws(FileError) in try state.restart() }
    } catch {
      throw .file(error)
    }
  }

  func begin(_ head: ResponseHead) -> Bool {
    state.withLock { state in
      state.rejection = nil
      var resumeOffset = 0
      switch head.status {
      case 206:
        guard state.received > 0, head.contentRange?.range.lowerBound == state.received else {
          state.rejection = .status
          return false
        }
        resumeOffset = state.received
      case 200:
        do throws(FileError) {
          // Servers may ignore `Range` and send the whole file.
          if state.received > 0 { try state.restart() }
        } catch {
          state.rejection = .file(error)
          return false
        }
        state.validator = head.strongValidator
      default:
        state.rejection = .status
        return false
      }
      if let expectedSize, let length = head.contentLength {
        // A server may announce any length.
        let (size, overflows) = resumeOffset.addingReportingOverflow(length)
        if overflows || size != expectedSize {
          state.rejection = .size(overflows ? .max : size)
          return false
        }
      }
      // The length that a server announces is as little proof as the bytes that it sends.
      if expectedSize == nil, let length = head.contentLength, length > limit - resumeOffset {
        state.rejection = .limit
        return false
      }
      return true
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let received: Int? = state.withLock { state in
      let received = state.received + bytes.count
      if let expectedSize, received > expectedSize {
        state.rejection = .size(received)
        return nil
      }
      if expectedSize == nil, received > limit {
        state.rejection = .limit
        return nil
      }
      do throws(FileError) {
        try unsafe state.append(bytes)
      } catch {
        state.rejection = .file(error)
        return nil
      }
      return received
    }
    if let received { progress(received) }
    return received != nil
  }
}

extension FileSink {
  func continuing(_ request: HTTPRequest) -> HTTPRequest {
    state.withLock { state in
      var request = request
      // Without a validator, only the expected digest can detect that the rest belongs to a
      // different file.
      if state.received > 0, state.validator != nil || hasExpectedDigest {
        request.range = .from(state.received)
        request.ifRange = state.validator
      }
      return request
    }
  }

  func failure(of response: FinalResponse, attempts: Int) -> TransportError? {
    let (rejection, received) = state.withLock { ($0.rejection, $0.received) }
    let address = response.address
    switch rejection {
    case .file(let error): return .file(error)
    case .status:
      return .status(response.outcome.head.status, address: address, attempts: attempts)
    case .limit: return .tooLarge(address: address, limit: limit)
    case .size where response.outcome.head.isPage: return .page(address: address)
    case .size(let actual):
      return .sizeMismatch(address: address, expected: expectedSize ?? 0, actual: actual)
    case nil:
      // A response without an announced length may also be incomplete.
      guard let expectedSize, received < expectedSize else { return nil }
      return .cut(address: address, received: received, expected: expectedSize, attempts: attempts)
    }
  }
}

extension ResponseHead {
  /// The validator to send in `If-Range` (RFC 9110, 13.1.5), which does not allow weak ETags.
  fileprivate var strongValidator: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }
}
