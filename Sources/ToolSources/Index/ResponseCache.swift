internal import Cryptography
internal import Filesystem
internal import Layout
internal import Transport
internal import Vocabulary

/// A cache of the responses of an index, stored under the root. The body of an unchanged
/// response is not transferred again, and `--offline` uses only stored responses.
///
/// ```
/// index/<source>/<16 hex digits of the digest of the index's address>/<package>
/// ```
///
/// A file contains header lines, an empty line, and the body as received. Writing does not wait
/// for the disk: a file truncated by a power failure is recognized by its length and ignored.
/// Stored addresses contain no credentials.
struct ResponseCache: Sendable {
  private let folder: RootFolder

  /// A response with the headers that are needed to use it again.
  struct StoredResponse: Sendable {
    /// The address of the response, after redirects.
    let address: WebAddress
    let contentType: String?
    /// The entity tag, or `nil` if the server sent none. Without an entity tag, the stored response
    /// is used only if the command is offline or the index lists the page as unchanged.
    let etag: String?
    /// The links to other pages (RFC 8288), or `nil` if there are none.
    var link: String?
    let body: [UInt8]
  }

  /// Creates the cache of one index.
  ///
  /// - Parameter index: The address of the index, which all of its packages share.
  init(root: Root, source: String, index: WebAddress) {
    let digest = SHA256.digest(of: Array(index.text.utf8)).hexadecimal
    folder = root.index.folder(source).folder(String(digest.prefix(16)))
  }

  /// Returns the stored response for `package`, or `nil` if there is none or it is unusable.
  /// `limit` is the maximum size of the body in bytes.
  func reply(for package: String, limit: Int) -> StoredResponse? {
    let file = folder.appending(package)
    // The header lines take a few hundred bytes, so an additional 64 KiB are ample.
    guard let bytes = try? file.contents(limit: limit + 1 << 16) else { return nil }
    var fields: [Substring: String] = [:]
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = String(parts[1]) }
    }
    guard fields["reply"] == "1", fields["bytes"] == "\(rest.count)",
      let text = fields["address"], let address = try? WebAddress(text)
    else { return nil }
    return StoredResponse(
      address: address, contentType: fields["type"], etag: fields["etag"],
      link: fields["link"], body: Array(rest))
  }

  /// Returns the number of seconds since a response for `package` was stored, or `nil` if there is
  /// none. The number is negative if the clock was set back.
  func age(of package: String) -> Int64? {
    (try? folder.appending(package).status()).map { WallClock.now - $0.modified }
  }

  /// Stores a response. Ignores failures: without a stored copy, the page is requested again.
  func store(_ reply: StoredResponse, for package: String) {
    // Relative links do not depend on the query, which may contain a token.
    let address = reply.address.withoutQuery ?? reply.address
    var head = "reply 1\naddress \(address.text)\n"
    for (name, value) in [
      ("type", reply.contentType), ("etag", reply.etag), ("link", reply.link),
    ] {
      if let value, !value.contains(where: \.isNewline) { head += "\(name) \(value)\n" }
    }
    head += "bytes \(reply.body.count)\n\n"
    let file = folder.appending(package)
    let temporary = file.temporarySibling()
    do {
      try folder.makeDirectories()
      let descriptor = try FileDescriptor.open(temporary, .create(permissions: 0o600))
      descriptor.markAsInUse()
      try descriptor.write(Array(head.utf8))
      try descriptor.write(reply.body)
      try temporary.rename(to: file)
    } catch {
      try? temporary.removeFile()
    }
  }
}
