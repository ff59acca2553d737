internal import Diagnostics
internal import Vocabulary

/// The two sides of a text with the conflict markers of a merge.
///
/// In each text, the lines that do not belong to it and those of the common ancestor (`diff3`
/// style) are empty, so every line keeps its number.
struct MergeSides {
  /// The text with the upper side of each conflict.
  private(set) var ours: [UInt8] = []
  /// The text with the lower side of each conflict.
  private(set) var theirs: [UInt8] = []
  /// The text without either side of a conflict.
  private(set) var shared: [UInt8] = []
  /// The line of the first marker, or `nil` if the text contains none.
  private(set) var firstMarker: Int?

  /// Whether the text contains a marker.
  var hasMarkers: Bool { firstMarker != nil }

  /// Separates the sides of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` with the first marker that is not part of a complete conflict.
  init(of bytes: [UInt8], path: String) throws(SyntaxProblems) {
    guard Self.mayHaveMarkers(bytes) else {
      (ours, theirs, shared) = (bytes, bytes, bytes)
      return
    }
    enum Part { case shared, ours, ancestor, theirs }
    var part = Part.shared
    var lineNumber = 0
    var firstLine = 0
    var start = 0
    while start < bytes.count {
      lineNumber += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let line = bytes[start..<end]
      start = end
      let marker = conflictMarker(line)
      switch (part, marker) {
      case (.shared, UInt8(ascii: "<")):
        part = .ours
        firstLine = lineNumber
      case (.ours, UInt8(ascii: "|")): part = .ancestor
      case (.ours, UInt8(ascii: "=")), (.ancestor, UInt8(ascii: "=")): part = .theirs
      case (.theirs, UInt8(ascii: ">")): part = .shared
      case (_, nil): break
      case (.theirs, UInt8(ascii: "<")):
        throw Self.strayMarker(UInt8(ascii: "<"), at: .file(path, line: firstLine))
      case (.shared, let stray?), (.theirs, let stray?):
        throw Self.strayMarker(stray, at: .file(path, line: lineNumber))
      default: throw Self.strayMarker(UInt8(ascii: "<"), at: .file(path, line: firstLine))
      }
      let empty: ArraySlice<UInt8> = line.last == UInt8(ascii: "\n") ? line.suffix(1) : []
      let isText = marker == nil
      ours += isText && (part == .shared || part == .ours) ? line : empty
      theirs += isText && (part == .shared || part == .theirs) ? line : empty
      shared += isText && part == .shared ? line : empty
      if !isText, firstMarker == nil { firstMarker = lineNumber }
    }
    if part != .shared {
      throw Self.strayMarker(UInt8(ascii: "<"), at: .file(path, line: firstLine))
    }
  }

  /// Returns whether a line of a text begins like a marker. Hardly any text has such a line.
  private static func mayHaveMarkers(_ bytes: [UInt8]) -> Bool {
    var previous = UInt8(ascii: "\n")
    for byte in bytes {
      // The characters of the markers are `<`, `=`, `>`, and `|`.
      if previous == UInt8(ascii: "\n"), (0x3C...0x3E).contains(byte) || byte == 0x7C {
        return true
      }
      previous = byte
    }
    return false
  }

  private static func strayMarker(_ character: UInt8, at origin: Origin) -> SyntaxProblems {
    let marker = String(decoding: repeatElement(character, count: 7), as: UTF8.self)
    return SyntaxProblems(.strayMarker(marker), at: origin)
  }
}

/// Returns the problem of a text that has a conflict marker: its first stray marker, or `fault` if
/// every conflict is complete.
///
/// - Parameters:
///   - bytes: The whole text.
///   - path: The path of the file as messages show it.
///   - fault: The fault of a text whose conflicts are complete.
///   - origin: The position of the first marker.
func mergeProblem(
  in bytes: [UInt8], path: String, _ fault: SyntaxFault, at origin: Origin
) -> SyntaxProblem {
  do throws(SyntaxProblems) {
    _ = try MergeSides(of: bytes, path: path)
    return SyntaxProblem(fault, at: origin)
  } catch {
    return error.problems[0]
  }
}

/// Returns whether a line is one of the four conflict markers of Git.
func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool { conflictMarker(line) != nil }

/// Returns the character of the conflict marker on a line, or `nil` if the line is not a marker.
///
/// A marker consists of seven equal characters at the start of the line, followed by a space or
/// the end of the line.
private func conflictMarker(_ line: ArraySlice<UInt8>) -> UInt8? {
  guard let first = line.first, "<|=>".utf8.contains(first), line.count >= 7,
    line.prefix(7).allSatisfy({ $0 == first })
  else { return nil }
  let next = line.dropFirst(7).first
  return next == nil || " \r\n".utf8.contains(where: { $0 == next }) ? first : nil
}
