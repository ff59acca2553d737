internal import Versions
package import Vocabulary

/// The files that the index of a folder of artifacts lists, by their digests.
///
/// The source reads the whole index, with all checks. This reads only what tells whether a lock
/// assigns a file to a different version or platform than the index, and skips every other line.
package struct DirectoryStatements: Sendable {
  /// The rules for the versions in an index.
  static let scheme = VersionScheme.general

  /// A tool, a version, and a platform or `any`, as the index spells them.
  private struct Release {
    let tool: ArraySlice<UInt8>
    let version: ArraySlice<UInt8>
    let platform: ArraySlice<UInt8>

    /// Returns whether the file is for `platform`.
    func serves(_ platform: Platform) -> Bool {
      self.platform.elementsEqual(platform.rawValue.utf8) || self.platform.elementsEqual("any".utf8)
    }

    /// Returns whether the file is of this tool.
    func isOf(_ tool: String) -> Bool { self.tool.elementsEqual(tool.utf8) }
  }

  /// The releases of each file.
  private var releases: [SHA256Digest: [Release]] = [:]

  /// Reads the `artifact` lines of an index.
  package init(_ index: [UInt8]) {
    var rest = index[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if let (digest, release) = Self.release(in: rest[..<end], of: index) {
        releases[digest, default: []].append(release)
      }
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  /// Reads a line of `index`. Returns `nil` if it is not a valid `artifact` line.
  private static func release(
    in line: ArraySlice<UInt8>, of index: [UInt8]
  ) -> (SHA256Digest, Release)? {
    guard line.starts(with: "artifact ".utf8) else { return nil }
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 6)
    let algorithm = "sha256:".utf8
    guard fields.count == 7, fields[5].starts(with: algorithm),
      let digest = SHA256Digest(
        hexadecimal: index, fields[5].startIndex + algorithm.count..<fields[5].endIndex)
    else { return nil }
    return (digest, Release(tool: fields[1], version: fields[2], platform: fields[3]))
  }

  /// Compares the index with a lock that lists the file with `digest` for `version` of `tool` on
  /// `platform`. A different version is reported as `2.0.0`, or `other 2.0.0` for another tool.
  package func addressedVersion(
    of digest: SHA256Digest, in version: VersionText, of tool: String, on platform: Platform
  ) -> AddressedVersion {
    guard let found = releases[digest], let first = found.first else { return .untold }
    let listed = found.filter { release in
      release.isOf(tool)
        && (release.version.elementsEqual(version.text.utf8)
          || Self.areEqual(release.version, version))
    }
    if listed.isEmpty {
      func text(_ field: ArraySlice<UInt8>) -> String { String(decoding: field, as: UTF8.self) }
      let own = found.first { $0.isOf(tool) }
      return .other(
        own.map { text($0.version) } ?? "\(text(first.tool)) \(text(first.version))")
    }
    if listed.contains(where: { $0.serves(platform) }) { return .locked }
    // If the index no longer lists the platform for this version, the lock may keep its file.
    let hasOther = releases.values.joined().contains { release in
      release.serves(platform)
        && listed.contains { $0.tool == release.tool && $0.version == release.version }
    }
    return hasOther ? .otherPlatform : .locked
  }

  /// Returns whether two spellings mean one version.
  private static func areEqual(_ one: ArraySlice<UInt8>, _ other: VersionText) -> Bool {
    let text = String(decoding: one, as: UTF8.self)
    guard let one = try? Version(parsing: text, scheme: Self.scheme),
      let other = try? Version(parsing: other.text, scheme: Self.scheme)
    else { return false }
    return one == other
  }
}
