internal import Filesystem
internal import SourceKinds

/// The rules for the file names of distributions, which are the files of a release.
enum DistributionName {
  /// The file name suffixes of distributions. Signatures and metadata have other suffixes.
  private static let suffixes = [
    ".whl", ".tar.gz", ".zip", ".tar.bz2", ".tgz", ".tar.xz", ".egg", ".exe", ".msi", ".rpm",
  ].map { Array($0.utf8) }

  /// Returns the last path component of an address, percent-decoded and without the query, or
  /// `nil` if it is not the file name of a distribution. `address` must have no fragment.
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
    let name = isEncoded ? PercentEncoding.decode(address[start..<end])?[...] : address[start..<end]
    guard let name else { return nil }
    return isFile(name) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// Returns whether `name` has the suffix of a distribution and is safe as a file name: not
  /// hidden, without separators, spaces, and control characters.
  static func isFile(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffixes.contains { ends(name, with: $0) } && name.first != UInt8(ascii: ".")
      && name.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\")
      }
  }

  /// Returns whether `name` ends with `suffix` and is longer.
  private static func ends(
    _ name: some BidirectionalCollection<UInt8>, with suffix: [UInt8]
  ) -> Bool {
    name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }

  /// Returns the version in the name of a distribution of `package` that is not a wheel, or `nil`
  /// if the name is that of a wheel or of another package's file.
  ///
  /// The form is `PACKAGE-VERSION.tar.gz`. Old archives spell the package with any of `-`, `_`,
  /// and `.`, so the package part may itself contain dashes.
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
}
