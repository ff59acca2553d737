/// File names of the distributions that an index lists.
enum DistributionName {
  /// What ends the name of a file of a release; signatures and metadata beside it do not count.
  private static let suffixes = [
    ".whl", ".tar.gz", ".zip", ".tar.bz2", ".tgz", ".tar.xz", ".egg", ".exe", ".msi", ".rpm",
  ].map { Array($0.utf8) }

  /// The last component of an address, without its query and percent-decoded. nil where that is no file of a release.
  static func fileName(ofAddress address: ArraySlice<UInt8>) -> String? {
    var start = address.startIndex
    var end = address.endIndex
    var isEncoded = false
    scan: for index in address.indices {
      switch address[index] {
      case UInt8(ascii: "/"): start = index + 1
      case UInt8(ascii: "%"): isEncoded = true
      case UInt8(ascii: "?"):
        end = index
        break scan
      default: break
      }
    }
    let name = isEncoded ? percentDecoded(address[start..<end])[...] : address[start..<end]
    return isFile(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Whether `name` is a file of a release, and one path component that prints as itself.
  static func isFile(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffixes.contains { ends(name, with: $0) } && name.first != UInt8(ascii: ".")
      && name.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
      }
  }

  private static func ends(
    _ name: some BidirectionalCollection<UInt8>, with suffix: [UInt8]
  ) -> Bool {
    name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }

  /// The version in the name of a source archive of `package` (normalised), or nil where the name is another's.
  ///
  /// `PACKAGE-VERSION.tar.gz`, where old archives spell the package with any of `-`, `_`, `.` and hold dashes in it.
  static func version(ofSource name: String, package: PackageName) -> Substring? {
    guard let suffix = suffixes.first(where: { ends(name.utf8, with: $0) }),
      !name.hasSuffix(".whl")
    else { return nil }
    let stem = name.dropLast(suffix.count)
    for dash in stem.indices where stem[dash] == "-" {
      if PackageName(stem[..<dash]) == package {
        let version = stem[stem.index(after: dash)...]
        return version.isEmpty ? nil : version
      }
    }
    return nil
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var bytes = text.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      // Digits that are not there make the name one that no rule knows.
      let high = bytes.next().flatMap(HexDigit.value)
      let low = bytes.next().flatMap(HexDigit.value)
      guard let high, let low else { return [] }
      result.append(high << 4 | low)
    }
    return result
  }
}

/// A package's name on a Python index, in its normal form (PEP 503): lower case, runs of `-`, `_` and `.` as one `-`.
package struct PackageName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// nil where the text is no such name (PEP 508): ASCII letters, digits, `-`, `_`, `.`, with a letter or digit at both ends.
  package init?(_ text: some StringProtocol) {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        if result.last != UInt8(ascii: "-") { result.append(UInt8(ascii: "-")) }
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte | 32)
      case _ where Self.isAlphanumeric(byte): result.append(byte)
      default: return nil
      }
    }
    let dash = UInt8(ascii: "-")
    guard let first = result.first, first != dash, result.last != dash else { return nil }
    description = String(decoding: result, as: UTF8.self)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
  }
}
