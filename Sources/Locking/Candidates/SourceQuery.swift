internal import Diagnostics
internal import Gems
package import Manifests
internal import Projects
internal import Resolution
package import SourceKinds
package import ToolSources
package import Versions
package import Vocabulary

/// A tool to query a source for, and the conditions on its releases.
package struct SourceQuery: Sendable {
  let tool: SourcedTool
  /// The requirements in the project's files. Empty for a tool that only other tools need.
  package var requirements: [Located<Requirement>]
  /// The sources that the tool may come from, in the order of preference. At least one.
  let origins: [PackageOrigin]
  /// The platforms that the tool should support. They decide which of several sources a version
  /// comes from.
  let platforms: [Platform]
  /// Whether releases that lack an artifact for a platform are passed over. True if the Toolfile
  /// lists platforms.
  let isStrict: Bool
  /// The minimum age of a release, or `nil` if there is no cooldown.
  var age: MinimumAge?
  /// The order in which releases are preferred.
  var preference = UpdatePreference.newest

  /// A source of the tool, and the request for its releases.
  struct PackageOrigin: Sendable {
    let source: any ToolSource
    let request: PackageRequest
  }

  /// The preferred source.
  package var source: any ToolSource { origins[0].source }
  /// The request to the preferred source.
  package var request: PackageRequest { origins[0].request }

  /// The version in the previous lock, or `nil` if the lock does not contain the tool.
  var previous: PreviousVersion? { request.previous }

  /// The version from which ``preference`` counts its steps, or `nil` if the previous lock has none
  /// or a doubtful one.
  var previousVersion: Version? { previous?.certainVersion }

  /// Whether the new lock may keep the previous version. False for a new or updated tool.
  var mayKeepPrevious: Bool { previous?.mayStay ?? false }

  /// The source that provides the tools that this one needs, unless the Toolfile declares them.
  private var location: SourceLocation {
    SourceLocation(source: request.source, address: request.address)
  }
}

extension SourceQuery {
  /// Creates a query for a tool that no lock contains.
  ///
  /// - Parameters:
  ///   - declared: The tool, with its definition unless it names a source.
  ///   - requirement: The only requirement on the tool.
  ///   - platforms: The platforms that the tool should support.
  ///   - isStrict: Whether releases that lack an artifact for a platform are passed over.
  ///   - sources: Opens the sources of the tool.
  ///   - age: The minimum age of a release, or `nil` if there is no cooldown.
  /// - Throws: ``SourceError/problems(_:)`` with all problems of the declaration.
  package init(
    for declared: DeclaredTool, _ requirement: Located<Requirement>, on platforms: [Platform],
    isStrict: Bool, in sources: SourceProvider, age: MinimumAge? = nil
  ) throws(SourceError) {
    let origins = try Self.origins(of: declared, in: sources) { request in
      request.requirements = [requirement.value]
    }
    self.init(
      tool: SourcedTool(name: declared.name, location: nil), requirements: [requirement],
      origins: origins, platforms: platforms, isStrict: isStrict, age: age)
  }

  /// Opens each source from which a declared tool may come. Returns at least one.
  ///
  /// - Parameter complete: Completes the request to each source.
  /// - Throws: ``SourceError/problems(_:)`` with the problems of the declaration.
  static func origins(
    of declared: DeclaredTool, in sources: SourceProvider,
    _ complete: (inout PackageRequest) -> Void
  ) throws(SourceError) -> [PackageOrigin] {
    try declared.alternatives(in: sources.catalog).map { tool throws(SourceError) in
      let source = try sources.source(of: tool)
      var request = try source.request(for: tool)
      complete(&request)
      return PackageOrigin(source: source, request: request)
    }
  }
}

extension SourceQuery {
  /// A need of a release, with the place to which it refers.
  struct Need: Sendable {
    let need: Located<ToolNeed>
    let location: ToolLocation
    /// Whether the needed tool runs the one that needs it.
    var isOfRuntime = false
    /// The requirement from which a runtime need was derived, or `nil` if the release declares the
    /// need.
    var reason: String?
  }

  /// Returns the needs of a release: those that the definition states, and those that `source`
  /// states about other tools.
  func needs(
    of version: Version, stated source: [Located<ToolNeed>]
  ) -> [Need] {
    let defined = request.needs(of: version).map { Need(need: $0, location: .definition) }
    let others = source.filter { need in
      !defined.contains { $0.need.value.tool == need.value.tool }
    }
    let runtime = type(of: self.source).kind.runtime
    return defined
      + others.map { need in
        need.value.tool == runtime
          ? Need(need: need, location: .definition, isOfRuntime: true)
          : Need(need: need, location: .source(location))
      }
  }

  /// Returns the query for a gem of the tool's graph. A version of it must serve every platform.
  /// The update level of the tool, which also applies to the tool's gems.
  ///
  /// - Parameters:
  ///   - gem: The gem.
  ///   - requester: A gem that needs it.
  ///   - previous: The version in the previous lock, or `nil` if there is none.
  func part(
    _ gem: GemName, neededBy requester: Vocabulary.Origin, previous: PreviousVersion?
  ) -> SourceQuery {
    SourceQuery(
      tool: tool.part(gem), requirements: [],
      origins: origins.prefix(1).map { origin in
        var request = origin.request.request(forPart: gem.text)
        request.origin = requester
        request.previous = previous
        request.countsFromPrevious = preference.level != .major
        return PackageOrigin(source: origin.source, request: request)
      },
      platforms: platforms, isStrict: true, age: age, preference: preference)
  }
}

/// The minimum age of a release, measured at a fixed time.
package struct MinimumAge: Sendable {
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
