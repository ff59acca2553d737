/// A SemVer 2.0.0 version. A leading `v` is accepted, since tags have it, but not npm's `= 1.2.3`
/// or `v 1.2.3`: `=` is a comparator, and a space would make two words of a pin file.
struct SemanticVersion: Sendable, SchemeVersion {
  let release: [Numeral]
  /// Empty for a stable version. Build metadata has no part in the order and is not kept.
  let identifiers: [String]

  init?(reading bytes: ArraySlice<UInt8>) {
    self.init(reading: bytes, releaseCounts: 3...3)
  }

  /// - Parameter releaseCounts: how many numbers a release may have. Versions have three;
  ///   requirements may leave some out (`~> 1.4`, `>= 2`).
  init?(reading bytes: ArraySlice<UInt8>, releaseCounts: ClosedRange<Int>) {
    var cursor = VersionCursor(bytes)
    _ = cursor.take { $0.lowercasedASCII == UInt8(ascii: "v") }
    let start = cursor.position
    guard let release = cursor.takeDottedNumerals(), releaseCounts ~= release.count,
      // A leading zero shows as a text longer than its numbers with their dots.
      cursor.position - start == release.dottedByteCount
    else { return nil }

    var identifiers: [String] = []
    if cursor.take(UInt8(ascii: "-")) {
      guard let taken = Self.takeIdentifiers(from: &cursor, allowingLeadingZeros: false) else {
        return nil
      }
      identifiers = taken
    }
    if cursor.take(UInt8(ascii: "+")) {
      guard Self.takeIdentifiers(from: &cursor, allowingLeadingZeros: true) != nil else {
        return nil
      }
    }
    guard cursor.isAtEnd else { return nil }
    self.release = release
    self.identifiers = identifiers
  }

  private static func takeIdentifiers(
    from cursor: inout VersionCursor, allowingLeadingZeros: Bool
  ) -> [String]? {
    var identifiers: [String] = []
    repeat {
      guard
        let run = cursor.takeRun(of: { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }),
        allowingLeadingZeros || run.count == 1 || run.first != UInt8(ascii: "0")
          || !run.allSatisfy(\.isASCIIDigit)
      else { return nil }
      identifiers.append(String(decoding: run, as: UTF8.self))
    } while cursor.take(UInt8(ascii: "."))
    return identifiers
  }

  var isPrerelease: Bool { !identifiers.isEmpty }

  var normalized: String {
    let padded = release + Array(repeating: .zero, count: max(0, 3 - release.count))
    return isPrerelease ? "\(padded.dotted)-\(identifiers.joined(separator: "."))" : padded.dotted
  }

  /// Section 11: numbers precede names, and fewer identifiers precede more.
  var order: String {
    var key = OrderKey()
    key.append(release: release)
    if isPrerelease {
      key.append(.prerelease)
      for identifier in identifiers {
        if identifier.utf8.allSatisfy(\.isASCIIDigit) {
          key.append(Numeral(digits: identifier.utf8))
        } else {
          key.append(.name, word: identifier)
        }
      }
    }
    key.append(.end)
    return key.text
  }
}
