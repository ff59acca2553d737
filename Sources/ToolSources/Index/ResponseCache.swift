internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport

/// Replies of sources, kept under the root so that an unchanged one need not come again, and that `--offline` has something to read.
///
/// ```
/// index/<source>/<16 hex digits for the address of the index>/<package>
/// ```
///
/// A file is a head of lines, an empty line, and the body as it came. It is written without waiting for the disk: a file that a
/// power cut left short is seen by its length and counts as missing. Addresses in it are without credentials.
struct ResponseCache: Sendable {
  private let folder: FilePath

  struct StoredResponse: Sendable {
    /// Where it came from, after redirects.
    let address: WebAddress
    let contentType: String?
    /// nil where the server gave none: then the reply is for `--offline` alone.
    let etag: String?
    let body: [UInt8]
  }

  /// - Parameter index: The address that all packages of the source have in common.
  init(root: Root, source: String, index: WebAddress) {
    let digest = SHA256.digest(of: Array(index.text.utf8)).hexadecimal
    folder = root.index.appending(source).appending(digest.prefix(16))
  }

  /// nil if nothing usable was kept. `limit` is the maximum byte count of the body.
  func reply(for package: String, limit: Int) -> StoredResponse? {
    // The head is a few hundred bytes.
    let file = folder.appending(package)
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
      address: address, contentType: fields["type"], etag: fields["etag"], body: Array(rest))
  }

  /// Keeps a reply. Where that fails, it comes again the next time, and nothing else is lost.
  func keep(_ reply: StoredResponse, for package: String) {
    var head = "reply 1\naddress \(reply.address.text)\n"
    for (name, value) in [("type", reply.contentType), ("etag", reply.etag)] {
      if let value, !value.contains(where: \.isNewline) { head += "\(name) \(value)\n" }
    }
    head += "bytes \(reply.body.count)\n\n"
    let file = folder.appending(package)
    let temporary = file.temporarySibling()
    do throws(FileError) {
      try folder.makeDirectories()
      let descriptor = try FileDescriptor.open(temporary, .create(permissions: 0o600))
      try descriptor.write(Array(head.utf8))
      try descriptor.write(reply.body)
      try temporary.rename(to: file)
    } catch {
      try? temporary.removeFile()
    }
  }
}
