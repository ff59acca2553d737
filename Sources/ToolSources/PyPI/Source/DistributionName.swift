internal import Filesystem
internal import SourceKinds

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
    let name = isEncoded ? PercentEncoding.decode(address[start..<end])?[...] : address[start..<end]
    guard let name else { return nil }
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
}
