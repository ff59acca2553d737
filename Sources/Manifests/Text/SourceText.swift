package import Diagnostics
package import Vocabulary

/// The text of a manifest or lock: valid UTF-8 without NUL, limited in size.
package struct SourceText {
  /// The path of the file as messages show it.
  package let path: String
  package let bytes: [UInt8]
  /// The offset where the text begins, which is 3 if there is a byte order mark and 0 otherwise.
  package let start: Int

  /// Creates a text after checking its size and encoding and the absence of NUL.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file as messages show it.
  ///   - limit: The maximum number of bytes.
  /// - Throws: ``SyntaxProblems`` with the first check that fails.
  package init(_ bytes: [UInt8], path: String, limit: Int) throws(SyntaxProblems) {
    self.path = path
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0

    let file = Origin.file(path)
    if bytes.count > limit {
      throw SyntaxProblems(.tooLarge(limit: limit, size: bytes.count), at: file)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw SyntaxProblems(.utf16, at: file)
    }
    // This loop has no branches, so the compiler can vectorize it. Nearly all files are ASCII
    // without NUL and need no further check.
    var (union, zeros): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      union |= byte
      // The high bit of the operand is set only for the byte 0.
      zeros |= (byte &- 1) & ~byte
    }
    if zeros >= 0x80, let offset = bytes.firstIndex(of: 0) {
      if bytes.isUTF16 { throw SyntaxProblems(.utf16, at: file) }
      throw SyntaxProblems(.nulByte, at: origin(at: offset))
    }
    if union >= 0x80, let offset = firstInvalidUTF8(in: bytes) {
      throw SyntaxProblems(.notUTF8, at: origin(at: offset))
    }
  }

  /// Returns the line and column of a byte.
  ///
  /// Counts lines from the start of the text in linear time, so use it for errors only.
  package func origin(at offset: Int) -> Origin {
    var line = 1
    var lineStart = start
    for index in bytes.indices[start..<max(start, min(offset, bytes.count))]
    where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return .file(path, line: line, column: column(at: offset, lineStart: lineStart))
  }

  /// Returns the column of a byte, from 1. Each Unicode scalar, including a tab, counts as one.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte.
  ///   - lineStart: The offset of the first byte of its line.
  package func column(at offset: Int, lineStart: Int) -> Int {
    guard offset > lineStart else { return 1 }
    return 1 + bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the range of the line that begins at `start`, without its LF or CR LF.
  package func line(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  /// The offset of the first line that begins a conflict of a merge, or `nil` if there is none.
  package var firstConflictMarker: Int? {
    let marker = Array("<<<<<<<".utf8)
    return firstLine { line in
      line.starts(with: marker) && line.dropFirst(marker.count).first.map(\.isBlank) ?? true
    }
  }

  /// Returns the offset of the first line for which `matches` returns true, or `nil` if there is
  /// none.
  package func firstLine(where matches: (ArraySlice<UInt8>) -> Bool) -> Int? {
    var offset = start
    while offset < bytes.count {
      let line = line(from: offset)
      if matches(bytes[line]) { return offset }
      offset = nextLine(after: line)
    }
    return nil
  }

  /// Returns the offset of the line after one that ``line(from:)`` returned.
  package func nextLine(after line: Range<Int>) -> Int {
    let ending = bytes[line.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
    return ending.map { $0 + 1 } ?? bytes.count
  }

  /// Returns the offset of the first byte of the line that contains `offset`.
  package func lineStart(of offset: Int) -> Int {
    bytes[start..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
  }

  /// Returns the bytes in `range` as a string.
  package func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension SyntaxProblems {
  /// Creates a list of one problem.
  package init(_ fault: SyntaxFault, at origin: Origin) {
    self.init([SyntaxProblem(fault, at: origin)])
  }

  /// Creates a list from unsorted problems, such as those of several passes over one text.
  ///
  /// Sorts the problems by line and column, and keeps the first ``limit`` of them.
  package init(inOrder problems: [SyntaxProblem]) {
    func lineAndColumn(_ problem: SyntaxProblem) -> (Int, Int) {
      guard case .file(_, let line, let column) = problem.origin else { return (0, 0) }
      return (line ?? 0, column ?? 0)
    }
    self.init(Array(problems.sorted { lineAndColumn($0) < lineAndColumn($1) }.prefix(Self.limit)))
  }
}

/// Returns the offset of the first ill-formed UTF-8 sequence, or `nil` if there is none.
///
/// The accepted ranges are those of table 3-7 in section 3.9 of the Unicode Standard.
func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
  var index = 0
  while index < bytes.count {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0...0x7F:
      index += 1
      continue
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return index
    }
    guard index + length <= bytes.count, second ~= bytes[index + 1],
      bytes[(index + 2)..<(index + length)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { return index }
    index += length
  }
  return nil
}
