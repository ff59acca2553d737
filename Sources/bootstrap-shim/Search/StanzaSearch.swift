internal import CShim

/// A binary search in a sealed lock (``FileIdentity``), whose stanzas are sorted by tool name.
/// The search reads less than a twentieth of a large lock.
struct StanzaSearch {
  private let descriptor: Int32
  private let size: Int
  /// The bytes of the lock that were read last.
  private var window: [UInt8] = []
  /// The position of the window in the lock.
  private var windowStart = 0

  /// The number of bytes to read at a time. Nearly all stanzas are shorter.
  private static let windowSize = 2048
  /// An upper bound, in bytes, on a stanza's `tool NAME` prefix.
  private static let headSize = 80

  init(descriptor: Int32, size: Int) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Returns the lines of the stanza of `tool`, or `nil` if there is none.
  mutating func stanza(of tool: [UInt8]) throws(PinReadFault) -> [UInt8]? {
    // Stanzas that begin before `low` sort before the tool. Those that begin at or after `high`
    // sort after it.
    var low = 0
    var high = size
    while low < high {
      let middle = low + (high - low) / 2
      guard let start = try firstStanza(from: middle), windowStart + start < high else {
        high = middle
        continue
      }
      // The name follows `tool `, which has 5 bytes.
      let order = window.withSpan { LockText.order(at: start + 5, tool, in: $0) }
      if order == 0 { return try stanza(at: windowStart + start) }
      if order < 0 { low = windowStart + start + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns the position in the window of the first stanza that begins at or after `index` in
  /// the lock, or `nil` if there is none.
  private mutating func firstStanza(from index: Int) throws(PinReadFault) -> Int? {
    var count = Self.windowSize
    while true {
      // The window includes the byte before `index`, which may be the line feed that precedes
      // a stanza.
      try read(from: max(index - 1, 0), count: count)
      let isLast = windowStart + window.count == size
      let start = window.withSpan { LockText.firstStanza(inPieceOfLock: $0) }
      // The window must contain the whole name of the stanza, because the caller compares it.
      if let start, isLast || start + Self.headSize <= window.count { return start }
      if isLast { return nil }
      count *= 2
    }
  }

  /// Returns the bytes from `start` to at least the next stanza or the end of the lock.
  private mutating func stanza(at start: Int) throws(PinReadFault) -> [UInt8] {
    var count = Self.windowSize
    while true {
      try read(from: start, count: count)
      let isComplete = window.withSpan { LockText.firstStanza(inPieceOfLock: $0) != nil }
      if isComplete || windowStart + window.count == size { return window }
      count *= 2
    }
  }

  /// Reads `count` bytes at `offset` into the window, or fewer at the end of the lock.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the bytes cannot be read.
  private mutating func read(from offset: Int, count: Int) throws(PinReadFault) {
    let count = min(count, size - offset)
    if window.count != count { window = [UInt8](repeating: 0, count: count) }
    let read = unsafe window.withUnsafeMutableBytes { bytes in
      unsafe shim_read_at(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    windowStart = offset
    // A short read means that the lock was truncated after it was opened.
    guard read == count else { throw .unreadable(code: Int32(truncatingIfNeeded: max(0, -read))) }
  }
}

extension OpenLock {
  /// Returns the stanza of `tool` in a sealed lock, or `nil` if there is none.
  package func stanza(ofSealed tool: [UInt8]) throws(PinReadFault) -> [UInt8]? {
    var search = StanzaSearch(descriptor: descriptor, size: size)
    return try search.stanza(of: tool)
  }
}
