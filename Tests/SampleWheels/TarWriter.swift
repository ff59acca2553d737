/// An uncompressed tar archive in the ustar format (POSIX pax).
package struct TarWriter: Sendable {
  /// The complete archive, with the two empty blocks at its end.
  package var bytes: [UInt8] { blocks + [UInt8](repeating: 0, count: 1024) }

  /// The complete archive, compressed with gzip (RFC 1952).
  package var gzipBytes: [UInt8] { GzipWriter.bytes(of: bytes) }

  private var blocks: [UInt8] = []

  /// Creates an empty archive.
  package init() {}

  /// Adds a file.
  package mutating func add(_ path: String, _ content: String, isExecutable: Bool = false) {
    add(path, Array(content.utf8), isExecutable: isExecutable)
  }

  /// Adds a file with these bytes.
  package mutating func add(_ path: String, _ content: [UInt8], isExecutable: Bool = false) {
    addHeader(
      Array(path.utf8), mode: isExecutable ? "0000755" : "0000644", content.count, type: "0")
    blocks += content
    blocks += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Adds a symbolic link.
  package mutating func add(_ path: String, linkTo target: String) {
    addHeader(Array(path.utf8), mode: "0000777", 0, type: "2", target)
  }

  /// Adds an entry without content, with arbitrary bytes as its name and an arbitrary type, such as
  /// `1` for a hard link or `3` for a device.
  package mutating func add(name: [UInt8], type: String, linkTo target: String = "") {
    addHeader(name, mode: "0000644", 0, type: type, target)
  }

  private mutating func addHeader(
    _ path: [UInt8], mode: String, _ size: Int, type: String, _ target: String = ""
  ) {
    func field(_ bytes: some Collection<UInt8>, _ length: Int) -> [UInt8] {
      Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
    }
    func field(_ text: String, _ length: Int) -> [UInt8] { field(text.utf8, length) }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }
    let before = field(path, 100) + field(mode, 8) + field("0000000", 8) + field("0000000", 8)
    let sizes = field(octal(size, 11), 12) + field("00000000000", 12)
    let after = field(type, 1) + field(target, 100) + field("ustar", 6) + Array("00".utf8)
    let header = { (checksum: String) in
      before + sizes + field(checksum, 8) + after + [UInt8](repeating: 0, count: 247)
    }
    // The checksum is computed with spaces in its own field.
    let sum = header("        ").reduce(0) { $0 + Int($1) }
    blocks += header(octal(sum, 6) + "\0 ")
  }
}
