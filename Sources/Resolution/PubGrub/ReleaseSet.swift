/// A set of releases of one package, as indices into the package's ascending list of versions, or
/// the complement of such a set.
///
/// The solver uses these instead of sets of versions. See <doc:Resolution#Sets-of-releases>.
/// The indices are stored as bits in 64-bit words, and one more bit stands for all further indices.
/// Equal sets are equal values, because the last word of `further` differs from the words that
/// `rest` stands for.
struct ReleaseSet: Hashable, Sendable {
  /// One bit for each of the first 64 indices. Most packages have no more releases, so their sets
  /// need no allocation.
  private var first: UInt64

  /// One bit for each further index, 64 per word.
  private var further: [UInt64]

  /// Whether the set contains every index after those in `further`, as a complement does.
  private(set) var isUnbounded: Bool

  /// The set without releases.
  static let empty = ReleaseSet(first: 0, further: [], isUnbounded: false)

  private init(first: UInt64, further: [UInt64], isUnbounded: Bool) {
    self.first = first
    self.further = further
    self.isUnbounded = isUnbounded
  }

  /// Every word after those in `further`: 0, or all ones in a complement.
  private var rest: UInt64 { isUnbounded ? .max : 0 }

  /// Creates the set that contains only the release at `index`.
  init(only index: Int) { self.init(index..<index + 1) }

  /// Creates the set of the releases in a range of indices, which must not be empty.
  init(_ range: Range<Int>) {
    self = .empty
    insert(range)
  }

  /// Creates the set of the releases at the indices in `ranges`.
  init(_ ranges: [Range<Int>]) {
    self = .empty
    for range in ranges where !range.isEmpty { insert(range) }
  }

  /// Creates the set of the first 64 indices that have a bit in a word and, if it is unbounded, of
  /// all further indices.
  init(firstWord: UInt64, isUnbounded: Bool) {
    self.init(first: firstWord, further: [], isUnbounded: isUnbounded)
  }

  var isEmpty: Bool { first == 0 && isWithinFirstWord }

  /// Whether the set contains none but the first 64 indices.
  var isWithinFirstWord: Bool { further.isEmpty && !isUnbounded }

  /// Whether the set contains all or none but the first 64 indices.
  var isFirstWordOnly: Bool { further.isEmpty }

  /// The indices that are not in this set.
  var complement: ReleaseSet {
    ReleaseSet(
      first: ~first, further: further.isEmpty ? [] : further.map { ~$0 }, isUnbounded: !isUnbounded)
  }

  /// The number of releases in the set.
  var count: Int {
    further.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
  }

  /// The greatest index, or `nil` if the set is empty.
  var last: Int? {
    if let word = further.last { return further.count * 64 + 63 - word.leadingZeroBitCount }
    return first == 0 ? nil : 63 - first.leadingZeroBitCount
  }

  /// The indices as maximal ranges, in ascending order.
  var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in 0...further.count {
      var rest = word(index)
      while rest != 0 {
        let low = rest.trailingZeroBitCount
        let length = (~(rest >> UInt64(low))).trailingZeroBitCount
        let start = index * 64 + low
        if let last = ranges.last, last.upperBound == start {
          ranges[ranges.count - 1] = last.lowerBound..<start + length
        } else {
          ranges.append(start..<start + length)
        }
        if low + length == 64 { break }
        rest &= UInt64.max << UInt64(low + length)
      }
    }
    return ranges
  }

  /// One bit for each of the first 64 indices, the lowest for index 0.
  var firstWord: UInt64 { first }

  /// Returns whether the set contains the release at `index`.
  func contains(_ index: Int) -> Bool {
    word(index / 64) & (1 << UInt64(index % 64)) != 0
  }

  func union(_ other: ReleaseSet) -> ReleaseSet { combined(with: other) { $0 | $1 } }
  func intersection(_ other: ReleaseSet) -> ReleaseSet { combined(with: other) { $0 & $1 } }
  func subtracting(_ other: ReleaseSet) -> ReleaseSet { combined(with: other) { $0 & ~$1 } }

  func isSubset(of other: ReleaseSet) -> Bool { isZeroEverywhere(other) { $0 & ~$1 } }
  func isDisjoint(with other: ReleaseSet) -> Bool { isZeroEverywhere(other) { $0 & $1 } }

  /// Returns the word at an index: `first` at index 0, then the words of `further`, and `rest`
  /// beyond the last one.
  private func word(_ index: Int) -> UInt64 {
    if index == 0 { return first }
    return index <= further.count ? further[index - 1] : rest
  }

  /// Inserts a range of indices, which must not be empty.
  private mutating func insert(_ range: Range<Int>) {
    for index in range.lowerBound / 64...(range.upperBound - 1) / 64 {
      let low = max(0, range.lowerBound - index * 64)
      let high = min(64, range.upperBound - index * 64)
      let bits = (UInt64.max >> UInt64(64 - (high - low))) << UInt64(low)
      if index == 0 {
        first |= bits
      } else {
        while further.count < index { further.append(0) }
        further[index - 1] |= bits
      }
    }
  }

  /// Returns the set whose words are the results of a bitwise operation on the words of the two
  /// sets.
  private func combined(with other: ReleaseSet, _ rule: (UInt64, UInt64) -> UInt64) -> ReleaseSet {
    var result = ReleaseSet(
      first: rule(first, other.first), further: [], isUnbounded: rule(rest, other.rest) != 0)
    let count = max(further.count, other.further.count)
    if count > 0 {
      result.further = (1...count).map { rule(word($0), other.word($0)) }
      while result.further.last == result.rest { result.further.removeLast() }
    }
    return result
  }

  /// Returns whether a bitwise operation returns zero for every pair of words.
  private func isZeroEverywhere(_ other: ReleaseSet, _ rule: (UInt64, UInt64) -> UInt64) -> Bool {
    if rule(first, other.first) != 0 || rule(rest, other.rest) != 0 { return false }
    if further.isEmpty, other.further.isEmpty { return true }
    return (1...max(further.count, other.further.count)).allSatisfy {
      rule(word($0), other.word($0)) == 0
    }
  }
}
