internal import Diagnostics
internal import Gems
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// The previous lock of a project: what it says about each tool, and what the new lock may keep.
struct PreviousLock: Sendable {
  private(set) var versions: [SourcedTool: PreviousVersion] = [:]
  /// The tools to update even if that moves kept gems in their graphs.
  private(set) var leading: Set<SourcedTool> = []

  /// An empty lock.
  static let none = PreviousLock()

  /// Creates a lock with these versions.
  init(versions: [SourcedTool: PreviousVersion] = [:], leading: Set<SourcedTool> = []) {
    (self.versions, self.leading) = (versions, leading)
  }

  /// The previous version of `tool`, or `nil` if the lock does not contain the tool.
  subscript(tool: SourcedTool) -> PreviousVersion? { versions[tool] }

  /// The versions to prefer unless a requirement excludes them.
  var preferences: [SourcedTool: Version] {
    versions.compactMapValues(\.preferredVersion)
  }

  /// The locked versions of gems that may move. They move to an older version only if requirements
  /// exclude every newer one.
  var replaceableParts: [SourcedTool: Version] {
    versions.filter { $0.key.part != nil && $0.value.standing == .replaceable }
      .mapValues(\.version)
  }

  /// The stanzas that still match the project's files. Their sources are not queried.
  var unchangedStanzas: [SourcedTool: LockedTool] {
    versions.compactMapValues { $0.standing == .unchanged ? $0.stanza : nil }
  }

  /// Whether the lock has unchanged stanzas.
  var keepsStanzas: Bool { versions.values.contains { $0.standing == .unchanged } }

  /// This lock without unchanged stanzas. Every source is queried, and the versions are
  /// preferences.
  var asPreferences: PreviousLock {
    mapping { $0.standing == .unchanged ? $0.with(.kept) : $0 }
  }

  /// This lock reduced to its versions, for comparisons that trust nothing else.
  var withoutStatements: PreviousLock { mapping(\.asDoubtful) }

  /// Returns a copy that keeps the stanzas of some tools unchanged, so their sources are not
  /// queried. The stanzas must meet all requirements on these tools, because nothing else checks
  /// that.
  func keeping(_ tools: Set<ToolName>) -> PreviousLock {
    var copy = self
    for (tool, previous) in versions where tools.contains(tool.name) && previous.stanza != nil {
      copy.versions[tool] = previous.with(.unchanged)
    }
    return copy
  }

  /// Returns a copy without the versions of some tools.
  func without(_ tools: [SourcedTool: Version]) -> PreviousLock {
    var copy = self
    copy.versions = versions.filter { tools[$0.key] == nil }
    return copy
  }

  /// Returns the versions of the settled tools among the requested ones. A settled tool keeps its
  /// version whatever is chosen for others: its stanza is unchanged, it needs no tool, and no
  /// locked tool needs it.
  func settledVersions(of requests: [ToolRequest]) -> [SourcedTool: Version] {
    var needed: Set<ToolName> = []
    for previous in versions.values { needed.formUnion((previous.stanza?.needs ?? []).map(\.tool)) }
    var settled: [SourcedTool: Version] = [:]
    for request in requests where !needed.contains(request.tool) {
      guard let previous = versions[request.sourcedTool], previous.standing == .unchanged,
        let stanza = previous.stanza, stanza.needs.isEmpty
      else { continue }
      settled[request.sourcedTool] = previous.version
    }
    return settled
  }

  private func mapping(_ change: (PreviousVersion) -> PreviousVersion) -> PreviousLock {
    var copy = self
    copy.versions = versions.mapValues(change)
    return copy
  }
}

extension PreviousLock {
  /// Creates the previous lock for the next lock of `project`.
  ///
  /// - Parameters:
  ///   - lock: The lock to replace, or `nil` to keep nothing.
  ///   - project: The project to lock.
  ///   - update: The tools that may move to newer versions.
  ///   - difference: The difference between the project and the lock, or `nil` to determine it if
  ///     necessary.
  init(
    _ lock: Lockfile?, of project: Project, updating update: LockUpdate,
    knowing difference: LockDifference? = nil
  ) {
    for stanza in lock?.tools ?? [] {
      guard let version = project.version(of: stanza) else { continue }
      versions[project.sourcedTool(of: stanza)] = PreviousVersion(
        version, update.includes(stanza.name) ? .replaceable : .kept, stanza: stanza,
        digests: Set(stanza.artifacts.map(\.digest)))
      addParts(
        of: stanza, project.sourcedTool(of: stanza),
        update.includesParts(of: stanza.name) ? .replaceable : .kept)
      if update.includes(stanza.name), !update.includesParts(of: stanza.name) {
        leading.insert(project.sourcedTool(of: stanza))
      }
    }
    for (tool, merged) in project.mergedVersions where !update.includes(tool.name) {
      versions[tool] = merged
    }
    // Of a contradicted stanza, only the version can be trusted.
    for stanza in project.contradicted where !update.includes(stanza.name) {
      versions[project.sourcedTool(of: stanza)] = project.version(of: stanza).map {
        PreviousVersion($0, .doubtful)
      }
    }
    // An updated tool may have new requirements on any other tool.
    if let lock, update == .nothing {
      markUnchanged(project, difference ?? project.difference(from: lock))
    }
  }

  /// Adds the gems of a tool's graph.
  private mutating func addParts(
    of stanza: LockedTool, _ tool: SourcedTool, _ standing: PreviousVersion.Standing
  ) {
    for part in stanza.parts where part.format == .gem {
      guard let gem = GemName(part.name.text),
        let version = try? Version(parsing: part.version.text, scheme: GemKind.scheme)
      else { continue }
      let digests = versions[tool.part(gem)]?.digests ?? []
      versions[tool.part(gem)] = PreviousVersion(
        version, standing, digests: digests.union([part.digest]))
    }
  }

  /// Adds the versions from Bundler's lock for new tools.
  mutating func add(_ graphs: [SourcedTool: BundledVersions.Graph]) {
    for (tool, graph) in graphs {
      versions[tool] = graph.own
      for (gem, version) in graph.others { versions[tool.part(gem)] = version }
    }
  }

  /// Marks the stanzas that still match the project's files. If platforms were added or removed, no
  /// stanza does.
  private mutating func markUnchanged(_ project: Project, _ difference: LockDifference) {
    guard difference.addedPlatforms.isEmpty, difference.removedPlatforms.isEmpty else { return }
    let changed = Set(difference.changed.map(\.tool))
    let mismatches = Set(difference.mismatches.map(\.tool))
    for (tool, previous) in versions {
      // Tools that differ between the sides of a merge are resolved again.
      guard let stanza = previous.stanza, !mismatches.contains(tool.name),
        project.contested[tool.name] == nil
      else { continue }
      // The Toolfile does not declare a tool that has a location. If one of the project's files
      // asked for it, the stanza may still contain options from that time.
      let isUnchanged =
        tool.location == nil
        ? !changed.contains(tool.name) : stanza.wants.allSatisfy { $0.requester.isTool }
      if isUnchanged { versions[tool] = previous.with(.unchanged) }
    }
  }
}

extension Project {
  /// Returns the version of a stanza, or `nil` if it is invalid.
  fileprivate func version(of stanza: LockedTool) -> Version? {
    try? Version(parsing: stanza.version.text, scheme: catalog.scheme(of: stanza.declaration))
  }

  /// Returns the tool that a stanza locks.
  fileprivate func sourcedTool(of stanza: LockedTool) -> SourcedTool {
    SourcedTool(
      name: stanza.name, location: toolfile[stanza.name] == nil ? ToolLocation(stanza) : nil)
  }

  /// For each tool on which the two sides of a merge disagree, the higher version that the files of
  /// the project admit, and the files of both sides.
  fileprivate var mergedVersions: [SourcedTool: PreviousVersion] {
    var merged: [SourcedTool: PreviousVersion] = [:]
    for sides in contested.values.map(\.stanzas) {
      let wants = sides.first.flatMap { request(for: $0.name) }?.wants ?? []
      let fitting = sides.compactMap { version(of: $0) }.filter { version in
        wants.allSatisfy {
          (try? $0.value.requirement.versions(in: version.scheme).contains(version)) ?? false
        }
      }
      guard let tool = sides.first.map(sourcedTool), let higher = fitting.max() else { continue }
      merged[tool] = PreviousVersion(
        higher, .kept, stanza: commonStanza(of: sides.filter { version(of: $0) == higher }),
        digests: Set(sides.flatMap(\.artifacts).map(\.digest)))
    }
    return merged
  }

  /// Returns the stanza that the sides of a merge share, or `nil` if they differ. The requesters
  /// and the `with` lines may differ, because locking replaces both.
  private func commonStanza(of sides: [LockedTool]) -> LockedTool? {
    let stanzas = Set(
      sides.map { side in
        side.with {
          $0.wants = []
          $0.dependencies = []
        }
      })
    return stanzas.count == 1 ? sides[0] : nil
  }
}
