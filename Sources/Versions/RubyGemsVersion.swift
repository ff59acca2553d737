/// A version as RubyGems parses it (`Gem::Version`).
///
/// A version consists of numbers and words separated by dots, where `1a2` means `1.a.2`, and `-`
/// means `.pre.`. A version with a word is a prerelease.
struct RubyGemsVersion: Sendable, SchemeVersion {
  /// A number or word of a prerelease.
  enum Segment: Sendable, Hashable {
    case number(Numeral)
    case word(String)
  }

  let release: [Numeral]

  /// The segments from the first word on. Empty for a stable version.
  let tail: [Segment]

  init?(reading bytes: ArraySlice<UInt8>) {
    var cursor = VersionCursor(bytes)
    guard let release = cursor.takeDottedNumerals(),
      // A letter may directly follow any number but the first.
      release.count > 1 || cursor.next?.isASCIILetter != true
    else { return nil }
    self.release = release
    var tail: [Segment] = []
    var dashed = false
    var expectsSegment = false
    while let next = cursor.next {
      switch next {
      case UInt8(ascii: ".") where !expectsSegment:
        _ = cursor.take(next)
        expectsSegment = true
      case UInt8(ascii: "-") where dashed || !expectsSegment:
        // The first dash must be followed by a segment. Later dashes need not be.
        _ = cursor.take(next)
        expectsSegment = !dashed
        dashed = true
        tail.append(.word("pre"))
      default:
        if let word = cursor.takeRun(of: \.isASCIILetter) {
          tail.append(.word(String(decoding: word, as: UTF8.self)))
        } else if let numeral = cursor.takeNumeral() {
          tail.append(.number(numeral))
        } else {
          return nil
        }
        expectsSegment = false
      }
    }
    guard !expectsSegment else { return nil }
    self.tail = tail
  }

  var isPrerelease: Bool { !tail.isEmpty }

  var normalized: String {
    let numbers = release.significant.isEmpty ? [.zero] : Array(release.significant)
    let rest = significantTail.map { segment in
      switch segment {
      case .number(let numeral): numeral.digits
      case .word(let word): word
      }
    }
    return (numbers.map(\.digits) + rest).joined(separator: ".")
  }

  var order: String { openKey.ended(by: nil) }

  /// The key of the version without its end. A missing segment equals zero, and a word precedes
  /// every number.
  ///
  /// Zeros before a number are therefore encoded as numerals, and zeros before a word as part of
  /// the word: `1.a.0.b` precedes `1.a`, which equals `1.a.0.0`.
  var openKey: OrderKey {
    var key = OrderKey()
    key.append(release: release)
    var zeros = 0
    for segment in significantTail {
      switch segment {
      case .number(let numeral) where numeral.isZero:
        zeros += 1
      case .number(let numeral):
        for _ in 0..<zeros { key.append(.zero) }
        key.append(numeral)
        zeros = 0
      case .word(let word) where zeros == 0:
        key.append(.word, word: word)
      case .word(let word):
        key.append(.wordAfterZeros)
        key.append(Numeral(digits: String(zeros).utf8))
        key.append(.word, word: word)
        zeros = 0
      }
    }
    return key
  }

  /// The tail without trailing zeros.
  private var significantTail: ArraySlice<Segment> {
    tail[..<((tail.lastIndex { $0 != .number(.zero) } ?? -1) + 1)]
  }
}
