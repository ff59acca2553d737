package import Manifests
internal import Versions

/// The files that the index of a folder of artifacts lists, by their digests.
///
/// The source reads the whole index, with all checks. This reads only what tells whether a lock
/// calls a file by another version than the index, and passes over every other line.
package struct DirectoryStatements: Sendable {
  /// A tool and a version, as the index spells them.
  private struct Release: Hashable {
    let tool: Substring
    let version: Substring
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
      releases[fields[5], default: []].append(Release(tool: fields[1], version: fields[2]))
    }
  }

  /// Returns the release to which the file with `digest` belongs according to the index, unless it
  /// is `version` of `tool`: `2.0.0`, or `other 2.0.0` for another tool. Returns `nil` if it is, or
  /// if the index does not list the file.
  package func contradiction(
    to digest: SHA256Digest, of version: VersionText, of tool: String
  ) -> String? {
    guard let found = releases["\(digest)"[...]], let first = found.first else { return nil }
    let isListed = found.contains { release in
      release.tool == tool
        && (release.version == version.text || Self.areEqual(release.version, version))
    }
    if isListed { return nil }
    let own = found.first { $0.tool == tool }
    return own.map { String($0.version) } ?? "\(first.tool) \(first.version)"
  }

  /// Returns whether two spellings mean one version.
  private static func areEqual(_ one: Substring, _ other: VersionText) -> Bool {
    guard let one = try? Version(parsing: String(one), scheme: DirectoryKind.scheme),
      let other = try? Version(parsing: other.text, scheme: DirectoryKind.scheme)
    else { return false }
    return one == other
  }
}
