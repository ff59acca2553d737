internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import Versions

/// What a new lock keeps of the one before.
struct KeptVersions: Sendable {
  /// Versions to keep while nothing speaks against them.
  let versions: [SourcedTool: Version]
  /// What need not even be asked for: it answers the Toolfile as it is.
  let stanzas: [SourcedTool: LockedTool]

  var isEmpty: Bool { stanzas.isEmpty }

  /// The same versions, none of which is certain.
  var loosened: KeptVersions { KeptVersions(versions: versions, stanzas: [:]) }

  private init(versions: [SourcedTool: Version], stanzas: [SourcedTool: LockedTool]) {
    self.versions = versions
    self.stanzas = stanzas
  }

  init(_ previous: Lockfile?, of project: Project, updating update: LockWorkflow.Update) {
    var versions: [SourcedTool: Version] = [:]
    var stanzas: [SourcedTool: LockedTool] = [:]
    for (tool, stanza) in Self.tools(of: previous, project, but: update) {
      guard let scheme = project.catalog.scheme(of: stanza.declaration.source),
        let version = try? Version(parsing: stanza.version.text, scheme: scheme)
      else { continue }
      versions[tool] = version
      stanzas[tool] = stanza
    }
    self.versions = versions
    let difference = previous.map { project.difference(from: $0) }
    // Other platforms ask something new of every tool, and what is to be updated may ask something new of any.
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
      if tool.place == nil { return !changed.contains(tool.name.text) }
      // What the Toolfile named before had options of its own.
      return stanza.wants.allSatisfy { $0.requester.isTool }
    }
  }

  private static func tools(
    of previous: Lockfile?, _ project: Project, but update: LockWorkflow.Update
  ) -> [(SourcedTool, LockedTool)] {
    let declared = Set(project.toolfile.tools.map(\.name))
    return (previous?.tools ?? []).compactMap { stanza in
      switch update {
      case .everything: return nil
      case .tools(let names) where names.contains(stanza.name): return nil
      case .nothing, .tools: break
      }
      let place = declared.contains(stanza.name) ? nil : SourceLocation(stanza.declaration)
      return (SourcedTool(name: stanza.name, place: place), stanza)
    }
  }
}
