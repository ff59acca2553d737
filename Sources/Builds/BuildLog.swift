internal import Diagnostics
internal import Filesystem

/// The output of a build: all of it in a file, and the last lines for messages.
struct BuildLog: ~Copyable {
  /// The maximum number of ``lines``.
  static let keptLineCount = 40
  /// The maximum size of the file in bytes, so that a step that never stops printing does not fill
  /// the disk.
  static let maximumByteCount = 64 << 20
  /// The maximum size of a kept line in bytes.
  private static let maximumLineSize = 500

  let path: FilePath
  private let file: FileDescriptor
  private var byteCount = 0
  /// The last lines of the current step, without control characters.
  private(set) var lines: [String] = []
  /// The lines that ``takeNewLines()`` has not returned yet, without control characters.
  private var newLines: [String] = []
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

  /// Writes the heading of a command line's output.
  mutating func begin(_ stage: BuildStage, _ command: String) throws(FileError) {
    lines = []
    rest = []
    let place =
      switch stage {
      case .patch: "patch"
      case .step(let number, let count): "\(number)/\(count)"
      }
    try write("==> [\(place)] \(command)\n".utf8)
  }

  /// Adds output of the current step.
  mutating func add(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    try write(bytes)
    rest += bytes
    var start = 0
    // A carriage return ends a line, too: programs use it to replace the line on the screen.
    while let end = rest[start...].firstIndex(where: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }) {
      keep(rest[start..<end])
      start = end + 1
    }
    rest.removeSubrange(..<start)
    if rest.count > Self.maximumLineSize { finish() }
  }

  /// Ends the output of a step, or a line that is too long.
  mutating func finish() {
    keep(rest[...])
    rest = []
  }

  /// Returns and clears the lines added since the last call.
  mutating func takeNewLines() -> [String] {
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

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let text = Self.plain(bytes.prefix(Self.maximumLineSize))
    if text.isEmpty { return }
    if lines.count == Self.keptLineCount { lines.removeFirst() }
    lines.append(text)
    newLines.append(text)
  }

  /// Removes from a line all control characters, and the sequences that color text and move the
  /// cursor (ECMA-48, section 5.4). Replaces tabs with spaces.
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
    // Unicode has control characters beyond ASCII, too.
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      .filter { !(0x80...0x9F).contains($0.value) }
    return String(String.UnicodeScalarView(scalars))
  }
}
