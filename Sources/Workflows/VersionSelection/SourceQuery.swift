internal import Manifests
internal import ToolSources
internal import Versions

/// A tool to query a source for, and the conditions on its releases.
struct SourceQuery: Sendable {
  let tool: SourcedTool
  /// The requirements in the project's files. Empty for a tool that only other tools need.
  let requirements: [Located<Requirement>]
  let source: any ToolSource
  let request: PackageRequest
  /// Whether a release can be chosen only if it has an artifact for every platform. True if the
  /// Toolfile names platforms.
  let isStrict: Bool
  /// The minimum age of a release, or `nil` if there is no cooldown.
  let age: MinimumAge?

  /// The source that provides the tools that this one needs, unless the Toolfile declares them.
  var location: SourceLocation { SourceLocation(request.declaration) }
}

/// The minimum age of a release, measured at a fixed time.
struct MinimumAge: Sendable {
  let cooldown: Cooldown
  /// The time at which ages are measured.
  let now: ReleaseTime

  /// Returns the times at which the release was published and becomes eligible, in seconds since
  /// 1970-01-01 UTC, or `nil` if the release is old enough or its age is unknown.
  func obstacle(of release: SourceRelease) -> (released: Int, eligible: Int)? {
    guard let released = release.released else { return nil }
    let eligible = Int(released.secondsSince1970) + cooldown.seconds
    return eligible > Int(now.secondsSince1970)
      ? (Int(released.secondsSince1970), eligible) : nil
  }
}
