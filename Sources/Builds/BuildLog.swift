internal import Filesystem

/// The output of a build: a file, and the last lines for messages.
struct BuildLog: ~Copyable {
  /// The number of last lines that are kept for messages.
  static let keptLineCount = 40
  /// The maximum size of the file in bytes. A step that prints without end must not fill the disk.
  static let maximumByteCount = 64 << 20
  /// The maximum number of characters of a kept line.
  private static let maximumLineLength = 500

  let path: FilePath
  private let file: FileDescriptor
  private var byteCount = 0
  /// The last complete lines of the current step, without control characters.
  private(set) var lines: [String] = []
  /// The bytes after the last complete line.
  private var rest: [UInt8] = []

  /// Creates the file, which only the user may read.
  ///
  /// - Throws: ``FileError`` with EEXIST if the path exists, even as a symbolic link.
  init(at path: FilePath) throws(FileError) {
    self.path = path
    file = try Directory.open(path.parentDirectory)
      .makeFile(path.lastComponent, permissions: 0o600)
  }

  /// Begins the output of a step.
  mutating func begin(_ number: Int, of count: Int, _ command: String) throws(FileError) {
    lines = []
    rest = []
    try write(Array("==> [\(number)/\(count)] \(command)\n".utf8))
  }

  /// Adds output of the current step.
  mutating func add(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    try write(Array(bytes))
    rest += bytes
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    {
      keep(rest[..<end])
      rest.removeSubrange(...end)
    }
    if rest.count > Self.maximumLineLength * 4 {
      keep(rest[...])
      rest = []
    }
  }

  /// Ends the output of a step.
  mutating func finish() {
    keep(rest[...])
    rest = []
  }

  private mutating func write(_ bytes: [UInt8]) throws(FileError) {
    if byteCount >= Self.maximumByteCount { return }
    byteCount += bytes.count
    try file.write(bytes)
    if byteCount >= Self.maximumByteCount {
      try file.write("\n(further output is left out)\n".utf8)
    }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let text = Self.plain(bytes.prefix(Self.maximumLineLength * 4))
    if text.isEmpty { return }
    if lines.count == Self.keptLineCount { lines.removeFirst() }
    lines.append(String(text.prefix(Self.maximumLineLength)))
  }

  /// Returns a line without control characters and the sequences with which programs color text and
  /// move the cursor (ECMA-48, section 5.4), and with spaces instead of tabs.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
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
    // The control characters beyond ASCII, such as CSI as one character.
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      .filter { !(0x80...0x9F).contains($0.value) }
    return String(String.UnicodeScalarView(scalars))
  }
}
