/// The output of programs: all of it in a file, and the last lines for messages.
package struct OutputLog: ~Copyable {
  /// What the file contains.
  package enum Content: Sendable {
    /// The output byte for byte. Only for programs that have no access to secrets.
    case bytes
    /// The lines without control characters, and without the secrets of this process.
    case plainLines
  }

  /// The maximum number of ``lines``.
  package static let keptLineCount = 40
  /// The maximum size of the file in bytes, so that a program that never stops printing does not
  /// fill the disk.
  package static let maximumByteCount = 64 << 20
  /// The maximum size of a kept line in bytes.
  private static let maximumLineSize = 500

  package let path: FilePath
  private let file: FileDescriptor
  private let content: Content
  private var byteCount = 0
  /// The last lines of the current program, without control characters.
  package private(set) var lines: [String] = []
  /// The lines that ``takeNewLines()`` has not returned yet, without control characters.
  private var newLines: [String] = []
  /// The bytes after the last complete line.
  private var rest: [UInt8] = []

  /// Creates the file, which only the user may read.
  ///
  /// - Throws: ``FileError`` with EEXIST if the path exists, even as a symbolic link.
  package init(at path: FilePath, _ content: Content) throws(FileError) {
    self.path = path
    self.content = content
    file = try Directory.open(path.parentDirectory)
      .makeFile(path.lastComponent, permissions: 0o600)
  }

  /// Writes the heading of a program's output.
  package mutating func begin(_ heading: String) throws(FileError) {
    lines = []
    rest = []
    try write("==> \(heading)\n".utf8)
  }

  /// Adds output of the current program.
  package mutating func add(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    if content == .bytes { try write(bytes) }
    rest += bytes
    var start = 0
    // A carriage return ends a line, too: programs use it to replace the line on the screen.
    while let end = rest[start...].firstIndex(where: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }) {
      try keep(rest[start..<end])
      start = end + 1
    }
    rest.removeSubrange(..<start)
    if rest.count > Self.maximumLineSize { try finish() }
  }

  /// Completes the last line, at the end of a program's output or when a line is too long.
  package mutating func finish() throws(FileError) {
    try keep(rest[...])
    rest = []
  }

  /// Returns and clears the lines added since the last call.
  package mutating func takeNewLines() -> [String] {
    defer { newLines = [] }
    return newLines
  }

  private mutating func write(_ bytes: some Collection<UInt8>) throws(FileError) {
    if byteCount >= Self.maximumByteCount { return }
    byteCount += bytes.count
    try file.write(bytes)
    if byteCount >= Self.maximumByteCount {
      try file.write("\n(the rest of the output is not recorded)\n".utf8)
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let plain = Self.plain(bytes.prefix(Self.maximumLineSize))
    if plain.isEmpty { return }
    let text = content == .bytes ? plain : Secrets.ofProcess.concealing(plain)
    if content == .plainLines { try write("\(text)\n".utf8) }
    if lines.count == Self.keptLineCount { lines.removeFirst() }
    lines.append(text)
    newLines.append(text)
  }

  /// Removes from a line all control characters, and the sequences that color text and move the
  /// cursor (ECMA-48, section 5.4). Replaces tabs with spaces.
  package static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") {
        rest = rest.dropFirst().drop { (0x20...0x3F).contains($0) }.dropFirst()
      } else if byte == UInt8(ascii: "\t") {
        text.append(UInt8(ascii: " "))
      } else if byte >= 0x20, byte != 0x7F {
        text.append(byte)
      }
    }
    // Unicode has control characters beyond ASCII, too.
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      .filter { !(0x80...0x9F).contains($0.value) }
    return String(String.UnicodeScalarView(scalars))
  }
}
