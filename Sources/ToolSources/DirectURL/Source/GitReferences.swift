/// The references that a Git repository advertises over HTTP (gitprotocol-http(5)).
///
/// This is the answer of version 0 of the protocol, which needs a single request. Later versions
/// list references only in answer to a POST request.
struct GitReferences: Sendable {
  /// The names of the tags, without `refs/tags/`, in the order of the repository.
  let tags: [String]

  /// Reads an advertisement. Returns `nil` if `bytes` is something else or ends early.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard let service = Self.line(&rest), service.starts(with: "# service=git-upload-pack".utf8),
      Self.line(&rest)?.isEmpty == true
    else { return nil }
    var tags: [String] = []
    while true {
      guard let line = Self.line(&rest) else { return nil }
      if line.isEmpty { break }
      // The first line also lists the capabilities of the server, after a NUL.
      let name = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0 && $0 != 0x0A }
      let prefix = "refs/tags/"
      // What a tag object refers to has a line of its own, which ends with `^{}`.
      guard name.starts(with: prefix.utf8), name.last != UInt8(ascii: "}") else { continue }
      tags.append(String(decoding: name.dropFirst(prefix.utf8.count), as: UTF8.self))
    }
    self.tags = tags
  }

  /// Reads a line after its length in four hexadecimal digits (gitprotocol-common(5)). Returns an
  /// empty line for the end of a list, and `nil` if the bytes end early or have another form.
  private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let length = Int(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
      length == 0 || length > 4, rest.count >= max(length, 4)
    else { return nil }
    defer { rest = rest.dropFirst(max(length, 4)) }
    return length == 0 ? [] : rest.prefix(length).dropFirst(4)
  }
}
