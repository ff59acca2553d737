internal import Diagnostics
internal import Filesystem
internal import Transport
internal import Vocabulary

/// Random access to the bytes of a source's file, on a server or on this machine.
struct ArtifactBytes: Sendable {
  /// The storage from which ranges before the tail are read.
  private enum Storage: Sendable {
    /// A server. Each range is requested with a copy of this request.
    case server(HTTPRequest, HTTPClient)
    /// A local file.
    case file(FilePath)
    /// The bytes of the whole file.
    case memory([UInt8])
  }

  /// The size of the whole file in bytes.
  let size: Int
  /// The last bytes of the file, at least one unless the file is empty.
  let tail: [UInt8]
  /// Whether bytes before ``tail`` are fetched from a server.
  var isOnServer: Bool { if case .server = storage { true } else { false } }
  private let storage: Storage
  private let subject: ProblemSubject

  /// The number of bytes to request first. They usually include the central directory of a zip
  /// file with a few hundred members.
  private static let tailSize = 64 << 10

  /// Opens a file on a server. Returns `nil` if the server does not support ranges and the whole
  /// file is too large to keep in memory, or if the response does not state the file's size.
  ///
  /// - Throws: ``SourceError`` if the request fails.
  init?(
    _ request: HTTPRequest, over client: HTTPClient, _ subject: ProblemSubject
  ) async throws(SourceError) {
    var request = request
    request.range = .last(Self.tailSize)
    let response: HTTPResponse
    do {
      // A server without range support sends the whole file, which is kept up to a size of 1 MiB.
      response = try await client.fetch(request, limit: 16 * Self.tailSize)
    } catch {
      if case .tooLarge = error { return nil }
      throw subject.error(error)
    }
    if let size = response.head.contentRange?.total, response.status == 206 {
      // Offsets in the file are added to others, and the lock could not state its size.
      if size > Artifact.maximumSize {
        throw subject.error(
          .answer(.tooLarge(address: response.address.text, limit: Artifact.maximumSize)))
      }
      self.size = size
      // Later reads use the address after redirects, which saves a redirect for each read. If
      // that address is signed, it stays valid for some minutes.
      storage = .server(request.redirected(to: response.address), client)
    } else if response.status == 200 {
      size = response.body.count
      storage = .memory(response.body)
    } else {
      return nil
    }
    tail = response.body
    self.subject = subject
  }

  /// Opens a file on this machine.
  ///
  /// - Throws: ``SourceError/file(_:)`` if the file cannot be read.
  init(_ file: FilePath, _ subject: ProblemSubject) throws(SourceError) {
    (size, tail) = try mappingToSourceErrors { () throws(FileError) in
      let size = try FileDescriptor.open(file, .read).status().size
      return (size, try file.bytes(max(0, size - Self.tailSize)..<size))
    }
    storage = .file(file)
    self.subject = subject
  }

  /// Returns the bytes of `range`, which must not be empty. For a file on a server, sends a
  /// request only if the range begins before ``tail``.
  ///
  /// - Throws: ``SourceError`` if a request or a read fails, or if the server sends a different
  ///   number of bytes.
  func bytes(_ range: Range<Int>) async throws(SourceError) -> [UInt8] {
    let tailStart = size - tail.count
    if range.lowerBound >= tailStart {
      return Array(tail[(range.lowerBound - tailStart)..<(range.upperBound - tailStart)])
    }
    switch storage {
    case .memory(let bytes): return Array(bytes[range])
    case .file(let file):
      return try mappingToSourceErrors { () throws(FileError) in try file.bytes(range) }
    case .server(var request, let client):
      request.range = .bytes(range.lowerBound...(range.upperBound - 1))
      let response: HTTPResponse
      do {
        response = try await client.fetch(request, limit: range.count)
      } catch {
        throw subject.error(error)
      }
      guard response.body.count == range.count else {
        throw subject.error(
          .answer(
            .cut(
              address: request.address.text, received: response.body.count, expected: range.count)))
      }
      return response.body
    }
  }
}
