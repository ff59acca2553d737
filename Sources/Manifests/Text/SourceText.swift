package import Diagnostics

/// A manifest or lock: valid UTF-8 without NUL, limited in size, with positions for readers.
struct SourceText {
  /// As messages name the file.
  let path: String
  let bytes: [UInt8]
  /// Where the text begins: after a byte order mark, if there is one.
  let start: Int

  init(_ bytes: [UInt8], path: String, limit: Int) throws(SyntaxProblems) {
    self.path = path
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0

    let file = Origin.file(path)
    if bytes.count > limit { throw SyntaxProblems(.tooLarge(limit: limit), at: file) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw SyntaxProblems(.utf16, at: file)
    }
    // Branch-free, so that the compiler vectorizes the loop; nearly every file ends here.
    var (union, zeros): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      union |= byte
      // The high bit is left for 0 alone.
      zeros |= (byte &- 1) & ~byte
    }
    if zeros >= 0x80, let offset = bytes.firstIndex(of: 0) {
      throw SyntaxProblems(.nulByte, at: origin(at: offset))
    }
    if union >= 0x80, let offset = firstInvalidUTF8(in: bytes) {
      throw SyntaxProblems(.notUTF8, at: origin(at: offset))
    }
  }

  /// The line and column of a byte. Counts from the start of the text: for errors, not per token.
  func origin(at offset: Int) -> Origin {
    var line = 1
    var lineStart = start
    for index in bytes.indices[start..<max(start, min(offset, bytes.count))]
    where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return .file(path, line: line, column: column(at: offset, lineStart: lineStart))
  }

  /// Characters are Unicode scalars here, counted from 1; a tab is one.
  func column(at offset: Int, lineStart: Int) -> Int {
    guard offset > lineStart else { return 1 }
    return 1 + bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
  }

  /// The bytes of the line that begins at `start`, without its line feed or CR and LF.
  func line(from start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension SyntaxProblems {
  init(_ fault: SyntaxFault, at origin: Origin) {
    self.init([SyntaxProblem(fault, at: origin)])
  }

  /// Those of several passes over one text, by place, the first ``limit`` of them.
  package init(inOrder problems: [SyntaxProblem]) {
    func place(_ problem: SyntaxProblem) -> (Int, Int) {
      guard case .file(_, let line, let column) = problem.origin else { return (0, 0) }
      return (line ?? 0, column ?? 0)
    }
    self.init(Array(problems.sorted { place($0) < place($1) }.prefix(Self.limit)))
  }
}

/// The offset of the first byte of ill-formed UTF-8 (Unicode 3.9, table 3-7). nil if none.
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
