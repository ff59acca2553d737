package import Diagnostics
package import Filesystem

/// `.tool-version`: exact pins for a directory and everything below it.
///
/// ```
/// # comment
/// ruff 0.17.5
/// node 24.19.0    # trailing comment
/// python system
/// ```
///
/// The value keeps the text: what is not edited stays byte for byte.
package struct ToolVersionFile: Hashable, Sendable {
  package static let name = ".tool-version"
  package static let maximumByteCount = 64 * 1024

  /// As messages name the file.
  package let path: String
  package private(set) var bytes: [UInt8]
  /// In the order of the file; no tool twice.
  package private(set) var pins: [ToolPin]
  private var positions: [PinPosition]

  /// Where a pin stands in the bytes.
  private struct PinPosition: Hashable {
    /// With the line feed.
    let line: Range<Int>
    let version: Range<Int>
  }

  /// A file without pins.
  package init(path: String) {
    self.path = path
    bytes = []
    pins = []
    positions = []
  }

  /// Throws everything that is wrong with the text at once.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    var reader = ToolVersionReader(try SourceText(bytes, path: path, limit: Self.maximumByteCount))
    reader.read()
    if !reader.problems.isEmpty { throw SyntaxProblems(reader.problems) }
    self.path = path
    self.bytes = bytes
    pins = reader.entries.map(\.pin)
    positions = reader.entries.map { PinPosition(line: $0.line, version: $0.version) }
  }

  /// Reads `file`, which messages name as `path`. nil when there is none.
  package static func read(
    at file: FilePath, named path: String
  ) throws(ManifestError) -> ToolVersionFile? {
    try readManifest(at: file, named: path, limit: maximumByteCount) {
      (bytes) throws(SyntaxProblems) in try ToolVersionFile(parsing: bytes, path: path)
    }
  }

  package func pin(of tool: ToolName) -> ToolPin? {
    pins.first { $0.tool == tool }
  }

  /// Gives `tool` this version: in its line, where it has one, else in a new line at the end.
  ///
  /// Throws only where the file would become too large.
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

  /// Removes the line of `tool` with its trailing comment. Does nothing if there is none.
  package mutating func unpin(_ tool: ToolName) throws(SyntaxProblems) {
    guard let index = pins.firstIndex(where: { $0.tool == tool }) else { return }
    var edited = bytes
    edited.removeSubrange(positions[index].line)
    self = try ToolVersionFile(parsing: edited, path: path)
  }
}
