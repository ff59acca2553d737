internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions
internal import Vocabulary

/// A tool to query a source for, and the conditions on its releases.
struct SourceQuery: Sendable {
  let tool: SourcedTool
  /// The requirements in the project's files. Empty for a tool that only other tools need.
  let requirements: [Located<Requirement>]
  let source: any ToolSource
  let request: PackageRequest
  /// Whether a release without an artifact for every platform gives way to an older one. True if
  /// the Toolfile names platforms.
  let isStrict: Bool
  /// The minimum age of a release, or `nil` if there is no cooldown.
  let age: MinimumAge?
  /// The order in which releases are preferred.
  var preference = UpdatePreference.newest
  /// The version of the lock to replace, from which the steps of ``preference`` are counted, or
  /// `nil` if there is none.
  var lockedVersion: Version?
  /// The version of the previous lock that the new lock may keep, or `nil` if there is none or the
  /// tool is to be updated.
  var keptVersion: Version?
  /// The stanza of ``lockedVersion`` in the previous lock, or `nil` if there is none or the tool is
  /// now declared in another way.
  var lockedStanza: LockedTool?
  /// The digests of the files of ``lockedVersion``.
  var lockedFiles: Set<SHA256Digest> = []

  /// The source that provides the tools that this one needs, unless the Toolfile declares them.
  private var location: SourceLocation {
    SourceLocation(source: request.source, address: request.address)
  }
}

extension SourceQuery {
  /// A need of a release, with the place to which it refers.
  struct Need: Sendable {
    let need: Located<LockedTool.Need>
    let location: ToolLocation
  }

  /// Returns the needs of a release: those that the definition states, and those that `source`
  /// states about other tools.
  func needs(
    of version: Version, stated source: [Located<LockedTool.Need>]
  ) -> [Need] {
    let defined = request.needs(of: version).map { Need(need: $0, location: .definition) }
    let others = source.filter { need in
      !defined.contains { $0.need.value.tool == need.value.tool }
    }
    return defined + others.map { Need(need: $0, location: .source(location)) }
  }
}

/// The minimum age of a release, measured at a fixed time.
struct MinimumAge: Sendable {
  let cooldown: Cooldown
  /// The time at which ages are measured.
  let now: ReleaseTime

  /// Whether files whose age is unknown are old enough.
  var admitsUnknown = false

  /// The time by which a file must have been published to be old enough.
  var cutoff: PublicationCutoff {
    PublicationCutoff(
      ReleaseTime(secondsSince1970: now.secondsSince1970 - Int64(cooldown.seconds)),
      admitsUnknown: admitsUnknown)
  }

  /// Returns the obstacle of a release with files that are not old enough, or `nil` if `published`
  /// is empty. `published` contains the times of these files, or `nil` for unknown ones.
  func obstacle(ofFilesPublishedAt published: [ReleaseTime?]) -> Obstacle? {
    if published.contains(nil) { return .undated }
    guard let last = published.compactMap(\.self).max() else { return nil }
    let released = Int(last.secondsSince1970)
    return .cooldown(released: released, eligible: released + cooldown.seconds)
  }
}
