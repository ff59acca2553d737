internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// What the previous lock states about the tools of a project, and what the new lock may keep.
struct PreviousLock: Sendable {
  /// What the lock states about each tool.
  private var versions: [SourcedTool: PreviousVersion] = [:]

  /// A lock that states nothing.
  static let none = PreviousLock()

  private init() {}

  /// What the lock states about `tool`, or `nil` if it does not contain the tool.
  subscript(tool: SourcedTool) -> PreviousVersion? { versions[tool] }

  /// The versions to prefer as long as no requirement excludes them.
  var preferences: [SourcedTool: Version] {
    versions.compactMapValues(\.preferredVersion)
  }

  /// The stanzas that still match the files of the project. Their sources are not queried.
  var unchangedStanzas: [SourcedTool: LockedTool] {
    versions.compactMapValues { $0.standing == .unchanged ? $0.stanza : nil }
  }

  /// Whether a stanza is kept without a query.
  var keepsStanzas: Bool { versions.values.contains { $0.standing == .unchanged } }

  /// The same lock, whose versions serve only as preferences. Every tool is then resolved from its
  /// source.
  var asPreferences: PreviousLock {
    mapping { $0.standing == .unchanged ? $0.with(.kept) : $0 }
  }

  /// The same lock, of which only the versions count, for a comparison that trusts nothing else.
  var withoutStatements: PreviousLock { mapping(\.asDoubtful) }

  private func mapping(_ change: (PreviousVersion) -> PreviousVersion) -> PreviousLock {
    var copy = self
    copy.versions = versions.mapValues(change)
    return copy
  }
}

extension PreviousLock {
  /// Reads what a lock states for the next lock of `project`.
  ///
  /// - Parameters:
  ///   - lock: The lock to replace, or `nil` to keep nothing.
  ///   - project: The project to lock.
  ///   - update: The tools that may move to newer versions.
  init(_ lock: Lockfile?, of project: Project, updating update: LockWorkflow.Update) {
    for stanza in lock?.tools ?? [] {
      guard let version = project.version(of: stanza) else { continue }
      versions[project.sourcedTool(of: stanza)] = PreviousVersion(
        version, update.includes(stanza.name) ? .replaceable : .kept, stanza: stanza,
        digests: Set(stanza.artifacts.map(\.digest)))
    }
    for (tool, merged) in project.mergedVersions where !update.includes(tool.name) {
      versions[tool] = merged
    }
    // Only the version of a contradicted stanza may be right.
    for stanza in project.contradicted where !update.includes(stanza.name) {
      versions[project.sourcedTool(of: stanza)] = project.version(of: stanza).map {
        PreviousVersion($0, .doubtful)
      }
    }
    // The new versions of updated tools may have new requirements on any other tool.
    if let lock, update == .nothing { markUnchanged(project, since: lock) }
  }

  /// Marks the stanzas that match the files of the project. There are none if platforms were added
  /// or removed, which affects every tool.
  private mutating func markUnchanged(_ project: Project, since lock: Lockfile) {
    let difference = project.difference(from: lock)
    guard difference.addedPlatforms.isEmpty, difference.removedPlatforms.isEmpty else { return }
    let changed = Set(difference.changed.map(\.tool))
    let mismatches = Set(difference.mismatches.map(\.tool))
    for (tool, previous) in versions {
      guard let stanza = previous.stanza, !mismatches.contains(tool.name.text) else { continue }
      // The Toolfile does not declare a tool with a location. If a file of the project is among the
      // stanza's requesters, the stanza may contain options of an earlier declaration.
      let isUnchanged =
        tool.location == nil
        ? !changed.contains(tool.name.text) : stanza.wants.allSatisfy { $0.requester.isTool }
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
        higher, .kept, digests: Set(sides.flatMap(\.artifacts).map(\.digest)))
    }
    return merged
  }
}
