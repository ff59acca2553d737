internal import Filesystem
internal import Vocabulary

/// The file of a ``ProjectSeal``, with only its head parsed. A seal may have thousands of lines,
/// and some commands need none of them.
struct ProjectSealFile: Sendable {
  let head: ProjectSealHead
  /// The text between the head and the last line.
  let lines: ArraySlice<UInt8>

  /// The last line. A truncated file lacks it.
  static let end = Array("end\n".utf8)
  /// The maximum size of the file, in bytes.
  private static let maximumByteCount = 1 << 24

  /// Reads the seal of a project. Returns `nil` if the file is missing or incomplete, or if it was
  /// written by another version of bootstrap or for another platform or Toolfile.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - toolfile: The text of the Toolfile.
  ///   - platform: The platform of this machine.
  init?(at path: FilePath, of toolfile: [UInt8], on platform: Platform) {
    let feed = UInt8(ascii: "\n")
    guard let bytes = (try? path.contentsIfPresent(limit: Self.maximumByteCount)) ?? nil,
      bytes.suffix(Self.end.count + 1).elementsEqual([feed] + Self.end),
      let headEnd = bytes.firstIndex(of: feed),
      let head = ProjectSealHead(
        parsing: String(decoding: bytes[..<headEnd], as: UTF8.self), of: toolfile, on: platform)
    else { return nil }
    self.head = head
    lines = bytes[(headEnd + 1)..<(bytes.count - Self.end.count)]
  }
}
