internal import CShim

/// Bisects in a lock that is sealed (``LockIdentity``), and so sorted: less than its twentieth part is read.
struct StanzaSearch {
  private let descriptor: Int32
  private let size: Int
  private var window: [UInt8] = []
  private var windowStart = 0

  /// How much is read at a time: more than nearly every stanza has.
  private static let windowSize = 2048
  /// More than the first line of a stanza can have up to the name's end.
  private static let headSize = 80

  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  /// The lines of the stanza of `tool`. nil where it has none.
  mutating func stanza(of tool: [UInt8]) throws(PinReadFault) -> [UInt8]? {
    // A stanza that begins before `low` comes before the tool, one at or behind `high` after it.
    var low = 0
    var high = size
    while low < high {
      let middle = low + (high - low) / 2
      guard let start = try firstStanza(from: middle), windowStart + start < high else {
        high = middle
        continue
      }
      let order = window.withSpan { LockText.order(at: start + 5, tool, in: $0) }
      if order == 0 { return try stanza(at: windowStart + start) }
      if order < 0 { low = windowStart + start + 1 } else { high = middle }
    }
    return nil
  }

  /// Where in the window the first stanza begins that does so at or behind `index` in the lock. nil where none does.
  private mutating func firstStanza(from index: Int) throws(PinReadFault) -> Int? {
    var count = Self.windowSize
    while true {
      // With the byte before, which may be the line feed that a stanza begins behind.
      try read(from: max(index - 1, 0), count: count)
      let isLast = windowStart + window.count == size
      let start = window.withSpan { LockText.firstStanza(inPieceOfLock: $0) }
      if let start, isLast || start + Self.headSize <= window.count { return start }
      if isLast { return nil }
      count *= 2
    }
  }

  /// The lines from `start` to the next stanza, or the end.
  private mutating func stanza(at start: Int) throws(PinReadFault) -> [UInt8] {
    var count = Self.windowSize
    while true {
      try read(from: start, count: count)
      let isWhole = window.withSpan { LockText.firstStanza(inPieceOfLock: $0) != nil }
      if isWhole || windowStart + window.count == size { return window }
      count *= 2
    }
  }

  private mutating func read(from offset: Int, count: Int) throws(PinReadFault) {
    let count = min(count, size - offset)
    if window.count != count { window = [UInt8](repeating: 0, count: count) }
    let read = unsafe window.withUnsafeMutableBytes { bytes in
      unsafe shim_read_at(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    // Shorter: it was cut off meanwhile.
    windowStart = offset
    guard read == count else { throw .unreadable(code: Int32(truncatingIfNeeded: max(0, -read))) }
  }
}

extension OpenLock {
  /// The stanza of `tool` in a sealed lock. nil if there is none.
  package func stanza(ofSealed tool: [UInt8]) throws(PinReadFault) -> [UInt8]? {
    var search = StanzaSearch(descriptor: descriptor, size: size)
    return try search.stanza(of: tool)
  }
}
