/// A natural number of any size, as decimal digits without leading zeros.
///
/// Versions are untrusted and may contain numbers that exceed every machine integer. The only
/// operations that versions require are comparison and successor, which decimal digits support.
struct Numeral: Sendable, Hashable {
  /// The number zero.
  static let zero = Numeral(digits: [UInt8(ascii: "0")])

  /// The number one.
  static let one = Numeral(digits: [UInt8(ascii: "1")])

  /// The decimal digits, without leading zeros. Zero is `0`.
  let digits: String

  /// Creates a number from ASCII digits, dropping leading zeros.
  ///
  /// - Parameter digits: At least one ASCII digit.
  init(digits: some Collection<UInt8>) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    self.digits = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
  }

  var isZero: Bool { digits == "0" }

  /// The number plus one.
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

extension Numeral: Comparable {
  /// Returns whether `left` is less than `right`: it has fewer digits, or they sort first.
  static func < (left: Numeral, right: Numeral) -> Bool {
    (left.digits.utf8.count, left.digits) < (right.digits.utf8.count, right.digits)
  }
}

extension [Numeral] {
  /// The numbers without trailing zeros, which do not affect the order in any scheme.
  var significant: ArraySlice<Numeral> {
    self[..<((lastIndex { !$0.isZero } ?? -1) + 1)]
  }

  /// The numbers joined by dots: `1.2.3`.
  var dotted: String { map(\.digits).joined(separator: ".") }

  /// The length of ``dotted`` in bytes.
  var dottedByteCount: Int { reduce(count - 1) { $0 + $1.digits.utf8.count } }
}
