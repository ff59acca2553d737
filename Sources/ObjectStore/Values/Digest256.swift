/// A digest of 256 bits. Its bytes are stored inline, because an array would cost one allocation
/// per object.
@frozen
@usableFromInline
package struct Digest256: Hashable, Sendable {
  /// The 32 bytes in memory order, regardless of the platform's byte order.
  @usableFromInline
  var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Creates a digest from its 32 bytes, or returns `nil` for any other number of bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: bytes) }
  }

  /// A copy of the 32 bytes.
  package var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe [UInt8]($0) } }

  /// Compares all 32 bytes.
  @usableFromInline
  package static func == (lhs: Digest256, rhs: Digest256) -> Bool { lhs.words == rhs.words }

  /// Hashes all 32 bytes.
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension Digest256: ColumnValue {
  @usableFromInline package static var affinity: Affinity { .blob }
  @usableFromInline package static var layout: StorageLayout { .bytes(32) }

  /// Reads a blob.
  ///
  /// - Throws: ``StoreError/unreadable`` unless it has 32 bytes.
  @inlinable
  package init(_ cell: Cell) throws(StoreError) {
    let bytes = unsafe cell.unsafeBytes
    guard bytes.count == 32 else { throw cell.unreadable(as: Digest256.self) }
    unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
  }

  /// Binds the bytes directly from memory.
  @usableFromInline
  package func bind(to slot: StatementParameter) throws(StoreError) {
    try unsafe Swift.withUnsafeBytes(of: words) { (bytes) throws(StoreError) in
      try unsafe slot.set(raw: bytes)
    }
  }

  @usableFromInline package var value: StoredValue { .blob(bytes) }
}
