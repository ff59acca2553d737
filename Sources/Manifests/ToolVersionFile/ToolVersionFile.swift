package import Diagnostics
package import Filesystem

/// A `.tool-version` file: exact pins for a directory and everything below it.
///
/// ```
/// # comment
/// ruff 0.17.5
/// node 24.19.0    # trailing comment
/// python system
/// ```
///
/// The value keeps the text, so edits change nothing else.
package struct ToolVersionFile: Hashable, Sendable {
  package static let name = ".tool-version"
  package static let maximumByteCount = 64 * 1024

  /// The path of the file as messages name it.
  package let path: String
  /// The text of the file, including all edits.
  package private(set) var bytes: [UInt8]
  /// The pins in the order of the file; no tool occurs twice.
  package private(set) var pins: [ToolPin]
  private var positions: [PinPosition]

  /// The byte ranges of a pin.
  private struct PinPosition: Hashable {
    /// The whole line, including its line feed.
    let line: Range<Int>
    let version: Range<Int>
  }

  /// Creates a file without pins.
  package init(path: String) {
    self.path = path
    bytes = []
    pins = []
    positions = []
  }

  /// Parses a `.tool-version` file.
  ///
  /// - Throws: ``SyntaxProblems`` with all faults of the text.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    var reader = ToolVersionReader(try SourceText(bytes, path: path, limit: Self.maximumByteCount))
    reader.read()
    if !reader.problems.isEmpty { throw SyntaxProblems(reader.problems) }
    self.path = path
    self.bytes = bytes
    pins = reader.entries.map(\.pin)
    positions = reader.entries.map { PinPosition(line: $0.line, version: $0.version) }
  }

  /// Reads the file at `file`, which messages name as `path`; `nil` if the file is missing.
  package static func read(
    at file: FilePath, named path: String
  ) throws(ManifestError) -> ToolVersionFile? {
    try readManifest(at: file, named: path, limit: maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try ToolVersionFile(parsing: bytes, path: path)
    }
  }

  /// Returns the pin of a tool; `nil` if the file does not pin it.
  package func pin(of tool: ToolName) -> ToolPin? {
    pins.first { $0.tool == tool }
  }

  /// Pins `tool` to a version, in place if the file has a pin of it, otherwise on a new last line.
  ///
  /// - Throws: ``SyntaxProblems`` if the file would become too large.
  package mutating func pin(_ tool: ToolName, to version: PinnedVersion) throws(SyntaxProblems) {
    var edited = bytes
    if let index = pins.firstIndex(where: { $0.tool == tool }) {
      edited.replaceSubrange(positions[index].version, with: version.description.utf8)
    } else {
      let lineEnd = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
      if let last = edited.last, last != UInt8(ascii: "\n") { edited += lineEnd.utf8 }
      edited += "\(tool) \(version)\(lineEnd)".utf8
    }
    self = try ToolVersionFile(parsing: edited, path: path)
  }

  /// Removes the line that pins `tool`, including its comment; does nothing if there is none.
  package mutating func unpin(_ tool: ToolName) throws(SyntaxProblems) {
    guard let index = pins.firstIndex(where: { $0.tool == tool }) else { return }
    var edited = bytes
    edited.removeSubrange(positions[index].line)
    self = try ToolVersionFile(parsing: edited, path: path)
  }
}
