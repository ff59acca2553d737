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
  private struct Release: Hashable {
    let tool: Substring
    let version: Substring
    let platform: Substring

    /// Returns whether the file is for `platform`.
    func serves(_ platform: Platform) -> Bool {
      self.platform == platform.rawValue || self.platform == "any"
    }
  }

  /// The releases of each file, by the text of its digest.
  private var releases: [Substring: [Release]] = [:]

  /// Reads the `artifact` lines of an index.
  package init(_ index: [UInt8]) {
    let text = String(decoding: index, as: UTF8.self)
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if !line.starts(with: "artifact ".utf8) { continue }
      let fields = Substring(line).split(separator: " ", maxSplits: 6)
      guard fields.count == 7 else { continue }
      releases[fields[5], default: []].append(
        Release(tool: fields[1], version: fields[2], platform: fields[3]))
    }
  }

  /// Compares the index with a lock that lists the file with `digest` for `version` of `tool` on
  /// `platform`. A different version is reported as `2.0.0`, or `other 2.0.0` for another tool.
  package func addressedVersion(
    of digest: SHA256Digest, in version: VersionText, of tool: String, on platform: Platform
  ) -> AddressedVersion {
    guard let found = releases["\(digest)"[...]], let first = found.first else { return .untold }
    let listed = found.filter { release in
      release.tool == tool
        && (release.version == version.text || Self.areEqual(release.version, version))
    }
    if listed.isEmpty {
      let own = found.first { $0.tool == tool }
      return .other(own.map { String($0.version) } ?? "\(first.tool) \(first.version)")
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
  private static func areEqual(_ one: Substring, _ other: VersionText) -> Bool {
    guard let one = try? Version(parsing: String(one), scheme: Self.scheme),
      let other = try? Version(parsing: other.text, scheme: Self.scheme)
    else { return false }
    return one == other
  }
}
