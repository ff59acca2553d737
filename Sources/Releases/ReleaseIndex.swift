package import Diagnostics
package import Versions

/// The list of bootstrap's releases, which is published with a signature:
///
/// ```
/// bootstrap-releases 1
/// serial 7
/// release 0.2.0 2026-12-01
///   linux-x64 16611223 sha256:7c1f…
///   macos-arm64 9120101 sha256:02ab…
/// release 0.1.0 2026-11-23
///   linux-x64 16609001 sha256:91aa…
/// ```
///
/// The serial grows with each publication. It keeps a server from hiding newer releases behind an
/// old list, whose signature is still valid.
package struct ReleaseIndex: Hashable, Sendable {
  package let serial: Int
  /// The releases, newest first.
  package let releases: [ProgramRelease]

  /// The maximum size of an index, in bytes.
  package static let maximumByteCount = 1 << 20
  /// The first word of an index, which a number follows.
  private static let title = "bootstrap-releases"

  /// Parses the text of an index whose signature has been verified.
  ///
  /// - Throws: ``ReleaseProblem/IndexFault`` if the text has another form.
  package init(_ bytes: [UInt8]) throws(ReleaseProblem.IndexFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable(line: 1) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ")
    }
    guard lines[0].first == Self.title[...] else { throw .unreadable(line: 1) }
    if lines[0] != [Self.title[...], "1"] { throw .newerFormat }
    guard lines.count > 1, lines[1].count == 2, lines[1][0] == "serial",
      let serial = Int(lines[1][1]), serial > 0
    else { throw .unreadable(line: 2) }
    self.serial = serial
    var releases: [ProgramRelease] = []
    for (index, words) in lines.enumerated().dropFirst(2) where !words.isEmpty {
      if let release = ProgramRelease(words) {
        releases.append(release)
      } else if let (platform, archive) = ProgramRelease.archive(words), !releases.isEmpty {
        releases[releases.count - 1].archives[platform] = archive
      } else {
        throw .unreadable(line: index + 1)
      }
    }
    self.releases = releases.sorted { $0.version > $1.version }
  }

  /// Returns the release of a version, or `nil` if there is none.
  package func release(_ version: Version) -> ProgramRelease? {
    releases.first { $0.version == version }
  }
}
