/// A compact list of row ids in the order they were added. Each row id is stored as its distance
/// from the one before, which takes a single byte if the two are close. A batch over a quarter of a
/// million objects can thus return their identities using little memory.
struct IdentityList: Sendable, Sequence {
  /// The encoded distances.
  private var bytes: [UInt8] = []
  /// The row id added last, or 0 for an empty list.
  private var last: Int64 = 0
  /// The number of row ids.
  private(set) var count = 0

  /// Adds a row id at the end.
  mutating func append(_ identity: Int64) {
    let distance = identity &- last
    // The encoding is zigzag and LEB128: the sign is in the lowest bit, and each byte has seven
    // bits of the number. The highest bit of a byte is set if more bytes follow.
    var rest = UInt64(bitPattern: (distance << 1) ^ (distance >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
    last = identity
    count += 1
  }

  /// A state of the list that ``truncate(to:)`` restores.
  struct Mark {
    fileprivate let bytes: Int
    fileprivate let last: Int64
    fileprivate let count: Int
  }

  /// The current state of the list.
  var mark: Mark { Mark(bytes: bytes.count, last: last, count: count) }

  /// Removes the row ids added since `mark`.
  mutating func truncate(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.bytes)
    last = mark.last
    count = mark.count
  }

  /// Returns an iterator that decodes the row ids.
  func makeIterator() -> Iterator { Iterator(bytes: bytes) }

  /// An iterator over the row ids, in the order they were added.
  struct Iterator: IteratorProtocol {
    let bytes: [UInt8]
    /// The index of the next byte to decode.
    private var position = 0
    private var last: Int64 = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Decodes and returns the next row id, or returns `nil` after the last one.
    mutating func next() -> Int64? {
      guard position < bytes.count else { return nil }
      var rest: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        let byte = bytes[position]
        position += 1
        rest |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      last &+= Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
      return last
    }
  }
}
