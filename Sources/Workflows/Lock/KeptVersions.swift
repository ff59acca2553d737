internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The versions and stanzas that a new lock keeps from the previous one.
struct KeptVersions: Sendable {
  /// Versions to prefer as long as no requirement excludes them.
  let versions: [SourcedTool: Version]
  /// Stanzas that still match the Toolfile. Their sources are not queried.
  private(set) var stanzas: [SourcedTool: LockedTool]

  /// The stanzas of all tools in the previous lock, kept or not.
  let previousStanzas: [SourcedTool: LockedTool]
  /// The versions of all tools in the previous lock, kept or not.
  let previous: [SourcedTool: Version]
  /// The digests of the artifacts of ``previous``.
  let previousDigests: [SourcedTool: Set<SHA256Digest>]
  /// The digests of the artifacts in the previous lock, which stay although an index may have newer
  /// files for the same version.
  let digests: [SourcedTool: Set<SHA256Digest>]

  /// Whether no stanza is kept.
  var isEmpty: Bool { stanzas.isEmpty }

  /// These versions without the stanzas, so that they serve only as preferences. Every tool is
  /// then resolved from its source.
  var asPreferences: KeptVersions {
    var copy = self
    copy.stanzas = [:]
    return copy
  }

  /// Selects the versions and stanzas that the next lock of `project` keeps.
  ///
  /// - Parameters:
  ///   - previous: The lock to replace, or `nil` to keep nothing.
  ///   - project: The project to lock.
  ///   - update: The tools that may move to newer versions.
  init(_ previous: Lockfile?, of project: Project, updating update: LockWorkflow.Update) {
    var versions: [SourcedTool: Version] = [:]
    var stanzas: [SourcedTool: LockedTool] = [:]
    var replaced: [SourcedTool: Version] = [:]
    var previousStanzas: [SourcedTool: LockedTool] = [:]
    var previousDigests: [SourcedTool: Set<SHA256Digest>] = [:]
    for (tool, stanza) in Self.tools(of: previous, project) {
      let scheme = project.catalog.scheme(of: stanza.declaration)
      guard let version = try? Version(parsing: stanza.version.text, scheme: scheme) else {
        continue
      }
      replaced[tool] = version
      previousStanzas[tool] = stanza
      previousDigests[tool] = Set(stanza.artifacts.map(\.digest))
      if update.includes(tool.name) { continue }
      versions[tool] = version
      stanzas[tool] = stanza
    }
    var digests = stanzas.mapValues { Set($0.artifacts.map(\.digest)) }
    for (tool, merged) in project.mergedVersions where !update.includes(tool.name) {
      versions[tool] = merged.version
      replaced[tool] = merged.version
      digests[tool, default: []].formUnion(merged.digests)
    }
    // Only the version of a contradicted stanza may be right.
    for stanza in project.contradicted where !update.includes(stanza.name) {
      let scheme = project.catalog.scheme(of: stanza.declaration)
      versions[project.sourcedTool(of: stanza)] = try? Version(
        parsing: stanza.version.text, scheme: scheme)
    }
    self.versions = versions
    self.previousStanzas = previousStanzas
    self.previous = replaced
    self.previousDigests = previousDigests.merging(digests) { $0.union($1) }
    self.digests = digests
    let difference = previous.map { project.difference(from: $0) }
    // Keep no stanza if platforms were added or removed, which affects every tool, or if tools are
    // updated, because their new versions may have new requirements on any other tool.
    guard let difference, difference.addedPlatforms.isEmpty, difference.removedPlatforms.isEmpty,
      update == .nothing
    else {
      self.stanzas = [:]
      return
    }
    let changed = Set(difference.changed.map(\.tool))
    let mismatches = Set(difference.mismatches.map(\.tool))
    self.stanzas = stanzas.filter { tool, stanza in
      if mismatches.contains(tool.name.text) { return false }
      if tool.location == nil { return !changed.contains(tool.name.text) }
      // The Toolfile does not declare this tool. If a file of the project is among the stanza's
      // requesters, the stanza may contain options of an earlier declaration.
      return stanza.wants.allSatisfy { $0.requester.isTool }
    }
  }

  /// Returns the stanzas of `previous`, each with its tool.
  private static func tools(
    of previous: Lockfile?, _ project: Project
  ) -> [(SourcedTool, LockedTool)] {
    (previous?.tools ?? []).map { (project.sourcedTool(of: $0), $0) }
  }
}

extension Project {
  /// Returns the tool that a stanza locks.
  fileprivate func sourcedTool(of stanza: LockedTool) -> SourcedTool {
    SourcedTool(
      name: stanza.name, location: toolfile[stanza.name] == nil ? ToolLocation(stanza) : nil)
  }

  /// For each tool on which the two sides of a merge disagree, the higher version that the files of
  /// the project admit, and the files of both sides.
  fileprivate var mergedVersions: [SourcedTool: (version: Version, digests: Set<SHA256Digest>)] {
    var merged: [SourcedTool: (version: Version, digests: Set<SHA256Digest>)] = [:]
    for sides in contested.values.map(\.stanzas) {
      let versions = sides.compactMap { stanza in
        try? Version(parsing: stanza.version.text, scheme: catalog.scheme(of: stanza.declaration))
      }
      let wants = sides.first.flatMap { request(for: $0.name) }?.wants ?? []
      let fitting = versions.filter { version in
        wants.allSatisfy {
          (try? $0.value.requirement.versions(in: version.scheme).contains(version)) ?? false
        }
      }
      guard let tool = sides.first.map(sourcedTool), let version = fitting.max() else { continue }
      merged[tool] = (version, Set(sides.flatMap(\.artifacts).map(\.digest)))
    }
    return merged
  }
}
