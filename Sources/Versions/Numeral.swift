/// A natural number of any size, as decimal digits without leading zeros.
///
/// Versions are untrusted and may count further than any machine integer; nothing is computed
/// with their numbers but order and successor, and digits do both.
struct Numeral: Sendable, Hashable {
  static let zero = Numeral(digits: [UInt8(ascii: "0")])

  let digits: String

  /// - Parameter digits: ASCII digits, at least one; leading zeros are dropped.
  init(digits: some Collection<UInt8>) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    self.digits = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
  }

  var isZero: Bool { digits == "0" }

  var successor: Numeral {
    var bytes = Array(digits.utf8)
    var index = bytes.count
    while index > 0 {
      index -= 1
      if bytes[index] != UInt8(ascii: "9") {
        bytes[index] += 1
        return Numeral(digits: bytes)
      }
      bytes[index] = UInt8(ascii: "0")
    }
    return Numeral(digits: [UInt8(ascii: "1")] + bytes)
  }
}

extension [Numeral] {
  /// Without the zeros at the end, which no scheme gives a meaning in a release.
  var significant: ArraySlice<Numeral> {
    self[..<((lastIndex { !$0.isZero } ?? -1) + 1)]
  }

  /// `1.2.3`
  var dotted: String { map(\.digits).joined(separator: ".") }

  /// The length of ``dotted``.
  var dottedByteCount: Int { reduce(count - 1) { $0 + $1.digits.utf8.count } }
}
