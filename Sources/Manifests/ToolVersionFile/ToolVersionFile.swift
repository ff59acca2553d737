package import Diagnostics
package import Filesystem
package import Vocabulary

/// A `.tool-version` file, which pins exact versions for a folder and everything below it.
///
/// ```
/// # comment
/// ruff 0.17.5
/// node 24.19.0    # trailing comment
/// python system
/// ```
///
/// Keeps the original text, so an edit leaves the rest unchanged.
package struct ToolVersionFile: Hashable, Sendable {
  package static let name = ".tool-version"
  package static let maximumByteCount = 64 * 1024

  /// The path of the file as messages show it.
  package let path: String
  /// The text of the file, with all edits applied.
  package private(set) var bytes: [UInt8]
  /// The pins in the order of the file; no tool occurs twice.
  package private(set) var pins: [ToolPin]
  /// The byte ranges of ``pins``, in the same order.
  private var positions: [PinPosition]

  /// The byte ranges of a pin in ``bytes``.
  private struct PinPosition: Hashable {
    /// The whole line, including its line feed.
    let line: Range<Int>
    /// The version alone, without the whitespace around it.
    let version: Range<Int>
  }

  /// Creates an empty file.
  ///
  /// - Parameter path: The path of the file as messages show it.
  package init(path: String) {
    self.path = path
    bytes = []
    pins = []
    positions = []
  }

  /// Parses a `.tool-version` file.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` with all syntax problems of the text.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let text = try SourceText(bytes, path: path, limit: Self.maximumByteCount)
    var reader = ToolVersionReader(text)
    reader.read()
    if !reader.problems.isEmpty {
      // The markers of a merge cause most of the other problems.
      if let marker = text.firstConflictMarker {
        throw SyntaxProblems(.unfinishedMerge, at: text.origin(at: marker))
      }
      throw SyntaxProblems(reader.problems)
    }
    self.path = path
    self.bytes = bytes
    pins = reader.entries.map(\.pin)
    positions = reader.entries.map { PinPosition(line: $0.line, version: $0.version) }
  }

  /// Parses a `.tool-version` file in which only the lines of one tool are invalid, such as two
  /// lines, or one with a range. In place of these lines, the file pins `system`, for the caller to
  /// replace.
  ///
  /// Returns `nil` if other lines are invalid, or if the lines of the tool are valid.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  package init?(correcting tool: ToolName, in bytes: [UInt8], path: String) {
    var corrected: [UInt8] = []
    var isPinned = false
    let feed = UInt8(ascii: "\n")
    let lines = bytes.split(separator: feed, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let ending = index + 1 < lines.count ? [feed] : []
      let content = line.drop(while: \.isBlank)
      guard
        content.prefix(while: { !$0.isBlank && $0 != UInt8(ascii: "#") })
          .elementsEqual(tool.text.utf8)
      else {
        corrected += line + ending
        continue
      }
      if isPinned { continue }
      isPinned = true
      let comment = line.firstIndex(of: UInt8(ascii: "#")).map { [UInt8(ascii: " ")] + line[$0...] }
      let carriageReturn: [UInt8] = line.last == UInt8(ascii: "\r") ? [UInt8(ascii: "\r")] : []
      corrected += Array("\(tool) system".utf8) + (comment ?? carriageReturn) + ending
    }
    guard isPinned, (try? ToolVersionFile(parsing: bytes, path: path)) == nil,
      let file = try? ToolVersionFile(parsing: corrected, path: path)
    else { return nil }
    self = file
  }

  /// Reads a `.tool-version` file.
  ///
  /// - Parameters:
  ///   - file: The file to read.
  ///   - path: The path of the file as messages show it.
  ///   - files: The files that the command has already read.
  /// - Returns: The file, or `nil` if it is missing.
  /// - Throws: ``ManifestError`` if the file cannot be read, is too large, or is invalid.
  package static func read(
    at file: FilePath, named path: String, in files: ManifestFiles = ManifestFiles()
  ) throws(ManifestError) -> ToolVersionFile? {
    try readManifest(at: file, named: path, limit: maximumByteCount, in: files) {
      (bytes) throws(SyntaxProblems) in try ToolVersionFile(parsing: bytes, path: path)
    }
  }

  /// Returns the pin of a tool, or `nil` if the file does not pin it.
  package func pin(of tool: ToolName) -> ToolPin? {
    pins.first { $0.tool == tool }
  }

  /// Pins `tool` to a version.
  ///
  /// Replaces the version in the existing pin, or appends a line if the file does not pin the tool.
  ///
  /// - Throws: ``SyntaxProblems`` with ``SyntaxFault/tooLarge(limit:size:)`` if the file would
  ///   become too large.
  package mutating func pin(_ tool: ToolName, to version: PinnedVersion) throws(SyntaxProblems) {
    var edited = bytes
    if let index = pins.firstIndex(where: { $0.tool == tool }) {
      edited.replaceSubrange(positions[index].version, with: version.description.utf8)
    } else {
      let lineEnding = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
      if let last = edited.last, last != UInt8(ascii: "\n") { edited += lineEnding.utf8 }
      edited += "\(tool) \(version)\(lineEnding)".utf8
    }
    self = try ToolVersionFile(parsing: edited, path: path)
  }

  /// Removes the line that pins `tool`, including its comment.
  ///
  /// Does nothing if the file does not pin the tool.
  ///
  /// - Throws: ``SyntaxProblems`` if the remaining text is invalid, which cannot happen for a file
  ///   that was valid before.
  package mutating func unpin(_ tool: ToolName) throws(SyntaxProblems) {
    guard let index = pins.firstIndex(where: { $0.tool == tool }) else { return }
    var edited = bytes
    edited.removeSubrange(positions[index].line)
    self = try ToolVersionFile(parsing: edited, path: path)
  }
}
