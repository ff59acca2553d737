/// A SemVer 2.0.0 version.
///
/// A leading `v` is accepted, because Git tags often have it. Unlike in npm, `= 1.2.3` and
/// `v 1.2.3` are rejected, because `=` is a comparator, and a space separates fields in a pin file.
struct SemanticVersion: Sendable, BuildVersion {
  let release: [Numeral]

  /// The identifiers of the prerelease. Empty for a stable version.
  let identifiers: [String]

  /// The build metadata, or `nil` if there is none.
  let build: BuildLabel?

  init?(reading bytes: ArraySlice<UInt8>) {
    self.init(reading: bytes, releaseCounts: 3...3)
  }

  /// Parses a version whose release may have fewer than three numbers, or returns `nil` if `bytes`
  /// is not such a version.
  ///
  /// - Parameters:
  ///   - bytes: Printable ASCII.
  ///   - releaseCounts: The permitted counts of numbers in the release. A version has three, and a
  ///     requirement may omit the last ones (`~> 1.4`, `>= 2`).
  init?(reading bytes: ArraySlice<UInt8>, releaseCounts: ClosedRange<Int>) {
    var cursor = VersionCursor(bytes)
    _ = cursor.take { $0.lowercasedASCII == UInt8(ascii: "v") }
    let start = cursor.position
    guard let release = cursor.takeDottedNumerals(), releaseCounts ~= release.count,
      // Rejects leading zeros, with which the text is longer than its numbers joined by dots.
      cursor.position - start == release.dottedByteCount
    else { return nil }

    var identifiers: [String] = []
    if cursor.take(UInt8(ascii: "-")) {
      guard let taken = Self.takeIdentifiers(from: &cursor) else { return nil }
      identifiers = taken
    }
    let (isWellFormed, build) = BuildLabel.take(from: &cursor)
    guard isWellFormed, cursor.isAtEnd else { return nil }
    self.release = release
    self.identifiers = identifiers
    self.build = build
  }

  /// Takes the identifiers of a prerelease, separated by dots.
  ///
  /// - Returns: The identifiers, or `nil` if an identifier is empty, or is a number with a
  ///   leading zero.
  private static func takeIdentifiers(from cursor: inout VersionCursor) -> [String]? {
    var identifiers: [String] = []
    repeat {
      guard
        let run = cursor.takeRun(of: { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }),
        run.count == 1 || run.first != UInt8(ascii: "0")
          || !run.allSatisfy(\.isASCIIDigit)
      else { return nil }
      identifiers.append(String(decoding: run, as: UTF8.self))
    } while cursor.take(UInt8(ascii: "."))
    return identifiers
  }

  var isPrerelease: Bool { !identifiers.isEmpty }

  var normalized: String {
    let padded = release + Array(repeating: .zero, count: max(0, 3 - release.count))
    let text =
      isPrerelease ? "\(padded.dotted)-\(identifiers.joined(separator: "."))" : padded.dotted
    return text + (build?.suffix ?? "")
  }

  /// The key of the version without its end, in the order of SemVer 2.0.0, section 11: numeric
  /// identifiers precede those with letters, and fewer identifiers precede more.
  var openKey: OrderKey {
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
    return key
  }
}
