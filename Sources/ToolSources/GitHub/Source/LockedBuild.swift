internal import Manifests
internal import SourceKinds
internal import Vocabulary

/// The build of a version in the previous lock. Since then, the version may have been rebuilt.
struct LockedBuild: Sendable {
  /// The tag of the release, or `nil` if the lock does not state it, as for a private repository.
  private let tag: String?
  private let digests: Set<SHA256Digest>

  /// Finds the build in the previous lock. Returns `nil` if none of its files may be kept.
  init?(_ previous: PreviousVersion?) {
    guard let previous, !previous.keptDigests.isEmpty else { return nil }
    digests = previous.keptDigests
    let urls = previous.stanza?.artifacts.flatMap(\.urls) ?? []
    tag = urls.lazy.compactMap { GitHubKind.parts(of: $0.text)?.tag }.first
  }

  /// Returns how well a build matches the locked one. Without a tag, this is the number of files
  /// that they share, because a newer build may share some, but not all.
  func match(with build: GitHubRelease) -> Int {
    if let tag { return tag == build.tag ? 1 : 0 }
    return Set(build.assets.compactMap(\.digest)).intersection(digests).count
  }

  /// Returns whether no other build can match better.
  func isCertain(_ build: GitHubRelease) -> Bool {
    if tag != nil { return match(with: build) == 1 }
    // The server states no digests for older files, so they never match.
    return build.assets.allSatisfy { $0.digest == nil } || match(with: build) == digests.count
  }
}
