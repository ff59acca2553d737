internal import Filesystem
internal import Synchronization

/// Writes an answer to a new file and computes its digest on the way.
///
/// It outlives an attempt: where a download was cut, the next attempt asks for the rest, and file and digest go on.
final class FileSink: ResponseSink {
  private struct State: ~Copyable, Sendable {
    let file: FileDescriptor
    var hasher = SHA256()
    var received = 0
    /// How much of it has begun to go to the disk: the sync of an installation waits for it too.
    var writtenBack = 0
    /// What the file is called by the server that it came from: its ETag, else its date. nil when neither was given.
    var validator: String?
    var refusal: Refusal?

    mutating func restart() throws(FileError) {
      try file.truncate()
      hasher.reset()
      received = 0
      writtenBack = 0
    }
  }

  private static let writebackSize = 8 << 20

  /// Why the sink wanted no more.
  private enum Refusal: Sendable {
    /// Another size than expected: what the server announced, or what had come when it was too much.
    case size(Int)
    /// The answer is no file: another success than "here it is".
    case status
    case file(FileError)
  }

  private let state: Mutex<State>
  private let expectedSize: Int?
  private let hasExpectedDigest: Bool
  private let progress: @Sendable (Int) -> Void

  /// Makes the file at `path`. EEXIST where something stands.
  init(
    _ path: FilePath, expecting expectation: ExpectedFile,
    progress: @escaping @Sendable (Int) -> Void
  ) throws(FileError) {
    let file = try FileDescriptor.open(path, .create(permissions: 0o644))
    state = Mutex(State(file: file))
    expectedSize = expectation.size
    hasExpectedDigest = expectation.digest != nil
    self.progress = progress
  }

  /// A file is kept, counted and hashed as it was published.
  var acceptsCompression: Bool { false }

  var received: Int { state.withLock { $0.received } }

  /// The digest of all that came. To be asked once.
  func finish() -> DownloadedFile {
    state.withLock { DownloadedFile(digest: $0.hasher.finish(), size: $0.received) }
  }

  func begin(_ head: ResponseHead) -> Bool {
    state.withLock { state in
      state.refusal = nil
      var rest = 0
      switch head.status {
      case 206:
        guard state.received > 0, head.contentRange?.range.lowerBound == state.received else {
          state.refusal = .status
          return false
        }
        rest = state.received
      case 200:
        do throws(FileError) {
          // A server need not know how to send a part.
          if state.received > 0 { try state.restart() }
        } catch {
          state.refusal = .file(error)
          return false
        }
        state.validator = head.strongValidator
      default:
        state.refusal = .status
        return false
      }
      if let expectedSize, let length = head.contentLength, rest + length != expectedSize {
        state.refusal = .size(rest + length)
        return false
      }
      return true
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let received: Int? = state.withLock { state in
      let received = state.received + bytes.count
      if let expectedSize, received > expectedSize {
        state.refusal = .size(received)
        return nil
      }
      do throws(FileError) {
        try unsafe state.file.write(bytes)
      } catch {
        state.refusal = .file(error)
        return nil
      }
      unsafe state.hasher.update(bytes)
      state.received = received
      if received - state.writtenBack >= Self.writebackSize {
        state.file.beginWriteback(from: state.writtenBack, count: received - state.writtenBack)
        state.writtenBack = received
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
      // Without a validator only the digest can tell whether the rest is of the same file.
      if state.received > 0, state.validator != nil || hasExpectedDigest {
        request.range = .from(state.received)
        request.ifRange = state.validator
      }
      return request
    }
  }

  func complaint(of answer: FinalResponse, attempts: Int) -> TransportError? {
    let (refusal, received) = state.withLock { ($0.refusal, $0.received) }
    let address = answer.address
    switch refusal {
    case .file(let error): return .file(error)
    case .status:
      return .status(answer.outcome.head.status, address: address, attempts: attempts)
    case .size(let actual):
      return .sizeMismatch(address: address, expected: expectedSize ?? 0, actual: actual)
    case nil:
      // An end that was not announced may be a cut as well.
      guard let expectedSize, received < expectedSize else { return nil }
      return .cut(address: address, received: received, expected: expectedSize, attempts: attempts)
    }
  }
}

extension ResponseHead {
  /// What `If-Range` takes (RFC 9110, 13.1.5): a weak ETag says too little.
  fileprivate var strongValidator: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }
}
