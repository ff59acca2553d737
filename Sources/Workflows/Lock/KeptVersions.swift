internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Versions

/// The versions and stanzas that a new lock keeps from the previous one.
struct KeptVersions: Sendable {
  /// Versions to prefer as long as no requirement excludes them.
  let versions: [SourcedTool: Version]
  /// Stanzas that still match the Toolfile. Their sources are not queried.
  let stanzas: [SourcedTool: LockedTool]

  /// The digests of the artifacts in the previous lock, which stay although an index may have newer
  /// files for the same version.
  let digests: [SourcedTool: Set<SHA256Digest>]

  /// Whether no stanza is kept.
  var isEmpty: Bool { stanzas.isEmpty }

  /// These versions without the stanzas, so that they serve only as preferences. Every tool is
  /// then resolved from its source.
  var asPreferences: KeptVersions {
    KeptVersions(versions: versions, stanzas: [:], digests: digests)
  }

  private init(
    versions: [SourcedTool: Version], stanzas: [SourcedTool: LockedTool],
    digests: [SourcedTool: Set<SHA256Digest>]
  ) {
    self.versions = versions
    self.stanzas = stanzas
    self.digests = digests
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
    for (tool, stanza) in Self.tools(of: previous, project, except: update) {
      let scheme = project.catalog.scheme(of: stanza.declaration)
      guard let version = try? Version(parsing: stanza.version.text, scheme: scheme) else {
        continue
      }
      versions[tool] = version
      stanzas[tool] = stanza
    }
    self.versions = versions
    digests = stanzas.mapValues { Set($0.artifacts.map(\.digest)) }
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

  /// Returns the stanzas of `previous`, each with its tool, except those that `update` replaces.
  private static func tools(
    of previous: Lockfile?, _ project: Project, except update: LockWorkflow.Update
  ) -> [(SourcedTool, LockedTool)] {
    let declared = Set(project.toolfile.tools.map(\.name))
    return (previous?.tools ?? []).compactMap { stanza in
      switch update {
      case .everything: return nil
      case .tools(let names) where names.contains(stanza.name): return nil
      case .nothing, .tools: break
      }
      let location = declared.contains(stanza.name) ? nil : ToolLocation(stanza)
      return (SourcedTool(name: stanza.name, location: location), stanza)
    }
  }
}
