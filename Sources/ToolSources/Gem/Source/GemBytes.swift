internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport
internal import Vocabulary

/// The start of a gem, which is all that a lock needs. A gem is a tar archive, and its first member
/// is usually the metadata.
struct GemBytes: Sendable {
  /// The digest and the size of the file.
  let measured: MeasuredFile
  /// The first bytes of the file.
  private let head: [UInt8]
  /// The address to request further bytes from, or `nil` if the file is on this machine.
  private let request: HTTPRequest?
  private let transport: SourceTransport

  /// Whether the digest of the whole file was compared with the index.
  let isVerified: Bool

  /// The number of bytes to request first. Most metadata is smaller.
  private static let headSize = 16 << 10

  /// The maximum size of the metadata in bytes, compressed and decompressed.
  private static let maximumMetadataSize = 4 << 20

  /// The size of a tar header, and of the blocks that members fill.
  private static let blockSize = 512

  /// Opens a gem: a kept download, or the file on the server. Downloads the whole file if the index
  /// states no digest or the server does not support ranges.
  ///
  /// - Throws: ``SourceError`` if the file cannot be fetched or, offline, has no local copy.
  init(
    _ file: RemoteFile, _ transport: SourceTransport, _ subject: ProblemSubject
  ) async throws(SourceError) {
    self.transport = transport
    if let digest = file.digest, !transport.root.download(digest).exists, !transport.isOffline,
      let (head, size, address) = try await Self.head(of: file, transport, subject)
    {
      isVerified = head.count == size
      if isVerified {
        let actual = SHA256Digest(of: head)
        if actual != digest {
          throw subject.error(.digestMismatch(address: address, expected: digest, actual: actual))
        }
      }
      measured = MeasuredFile(digest: digest, size: size)
      self.head = head
      request = file.request.redirected(to: address)
      return
    }
    isVerified = true
    measured = try await transport.fetch(file, subject)
    let path = transport.downloads.path(of: measured.digest)
    let size = measured.size
    head = try mappingToSourceErrors { () throws(FileError) in
      try path.bytes(0..<min(size, Self.headSize))
    }
    request = nil
  }

  /// Requests the first bytes of a file. Returns `nil` if the server does not support ranges.
  private static func head(
    of file: RemoteFile, _ transport: SourceTransport, _ subject: ProblemSubject
  ) async throws(SourceError) -> (head: [UInt8], size: Int, address: WebAddress)? {
    var request = file.request
    request.range = .bytes(0...(headSize - 1))
    let response: HTTPResponse
    do {
      response = try await transport.client.fetch(request, limit: headSize)
    } catch {
      // The whole file is larger than the requested part.
      if case .tooLarge = error { return nil }
      throw subject.error(error)
    }
    if response.status == 200 { return (response.body, response.body.count, response.address) }
    guard response.status == 206, let size = response.head.contentRange?.total else { return nil }
    if size > Artifact.maximumSize {
      throw subject.error(
        .answer(.tooLarge(address: response.address.text, limit: Artifact.maximumSize)))
    }
    return (response.body, size, response.address)
  }

  /// Returns the metadata, decompressed.
  ///
  /// - Throws: ``SourceError`` if the file is not a gem, or its metadata cannot be read.
  func metadata(
    of file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> [UInt8] {
    func unreadable(_ reason: String) -> SourceError {
      subject.error(.own(.unreadableGem(file: file.name, reason: reason)))
    }
    var offset = 0
    // Early versions of RubyGems wrote the metadata last.
    for _ in 0..<4 {
      guard offset + Self.blockSize <= measured.size else { break }
      let header = try await bytes(offset..<offset + Self.blockSize, of: file, subject)
      guard let member = MemberHeader(header) else { throw unreadable("it is not a tar archive") }
      let start = offset + Self.blockSize
      if member.name == "metadata.gz" {
        guard member.size <= Self.maximumMetadataSize, start + member.size <= measured.size,
          member.size > 0
        else { throw unreadable("its size is wrong") }
        let packed = try await bytes(start..<start + member.size, of: file, subject)
        do {
          return try GzipText.contents(of: packed, limit: Self.maximumMetadataSize)
        } catch {
          throw unreadable("it is damaged")
        }
      }
      offset = start + (member.size + Self.blockSize - 1) / Self.blockSize * Self.blockSize
    }
    throw unreadable("the file contains none")
  }

  /// Returns bytes of the file. Requests them unless they are in the part that was read first.
  private func bytes(
    _ range: Range<Int>, of file: RemoteFile, _ subject: ProblemSubject
  ) async throws(SourceError) -> [UInt8] {
    if range.upperBound <= head.count { return Array(head[range]) }
    guard var request else {
      let path = transport.downloads.path(of: measured.digest)
      return try mappingToSourceErrors { () throws(FileError) in try path.bytes(range) }
    }
    request.range = .bytes(range.lowerBound...(range.upperBound - 1))
    let response: HTTPResponse
    do {
      response = try await transport.client.fetch(request, limit: range.count)
    } catch {
      throw subject.error(error)
    }
    guard response.body.count == range.count else {
      throw subject.error(
        .answer(
          .cut(
            address: file.address.text, received: response.body.count, expected: range.count)))
    }
    return response.body
  }
}

/// The name and the size of a member of a tar archive.
private struct MemberHeader {
  let name: String
  let size: Int

  /// Reads a header. Returns `nil` unless it states a name and a size.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 512 else { return nil }
    name = String(decoding: bytes[..<100].prefix { $0 != 0 }, as: UTF8.self)
    let digits = bytes[124..<136].filter { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard !name.isEmpty, !digits.isEmpty,
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 8),
      (0...Artifact.maximumSize).contains(size)
    else { return nil }
    self.size = size
  }
}
