internal import Manifests
internal import ToolSources
internal import Versions

/// One tool to ask a source for, and on what terms.
struct SourceQuery: Sendable {
  let tool: SourcedTool
  /// What the project's files say of it; none for a tool that only others need.
  let requirements: [Located<Requirement>]
  let source: any ToolSource
  let request: PackageRequest
  /// Whether a platform without an artifact is an error: it is where the Toolfile names it.
  let isStrict: Bool
  let age: MinimumAge?

  /// What its own needs are looked up in.
  var place: SourceLocation { SourceLocation(request.declaration) }
}

/// How old a release must be.
struct MinimumAge: Sendable {
  let cooldown: Cooldown
  let now: ReleaseTime

  /// nil for one that is old enough, or whose age is not known.
  func obstacle(of release: SourceRelease) -> (released: Int, eligible: Int)? {
    guard let released = release.released else { return nil }
    let eligible = Int(released.secondsSince1970) + cooldown.seconds
    return eligible > Int(now.secondsSince1970)
      ? (Int(released.secondsSince1970), eligible) : nil
  }
}
