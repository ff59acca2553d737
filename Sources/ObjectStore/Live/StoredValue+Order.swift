extension StoredValue {
  /// Returns whether SQLite sorts this value before another one: `NULL` first, then numbers by
  /// value, text by its UTF-8 bytes, and blobs by their bytes.
  func isOrdered(before other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Self.isLess(left, right)
    case (.real(let left), .integer(let right)):
      !Self.isLess(right, left) && Int64(exactly: left) != right
    case (.text(let left), .text(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: rank < other.rank
    }
  }

  /// The position of the storage class in the order.
  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// Returns whether a whole number is less than another number, without rounding it.
  private static func isLess(_ left: Int64, _ right: Double) -> Bool {
    if right >= 0x1p63 { return true }
    guard right >= -0x1p63 else { return false }
    let whole = Int64(right)
    return left != whole ? left < whole : right > Double(whole)
  }
}
