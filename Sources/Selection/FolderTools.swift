package import Diagnostics
internal import Filesystem
package import Layout
package import Manifests
package import Projects

/// What a folder asks for: the tools that its project locks, the pins that count there, and who uses them.
///
/// `install`, `check` and `verify` work on it, and `exec` asks it what it cannot do without. It reaches from the folder up to the
/// nearest Toolfile, or all the way up where there is none; within that, the nearest pin of a tool counts.
package struct FolderTools: Sendable {
  /// A tool of the project's lock.
  package struct Locked: Hashable, Sendable {
    package let planned: PlannedInstallation
    /// Not for a tool that only optional groups have which nobody asked for.
    package let isWanted: Bool
  }

  /// nil where no Toolfile is near.
  package let project: Project?
  /// What the lock has for this platform, by name. Empty without a lock.
  package let locked: [Locked]
  /// The exact pins that count besides the lock, one a tool: those of variables first, then the nearest folder's.
  package let pins: [SelectedPin]
  /// Each folder with everything that its own files name, the outermost first.
  package let users: [FolderUses]

  /// - Parameters:
  ///   - project: the nearest, with the lock that is to count.
  ///   - chain: what pins tools in the folder.
  ///   - groups: optional groups to take as well.
  /// - Throws: what is wrong with a `.tool-version` on the way, or with a variable.
  package init(
    _ project: Project?, _ chain: PinChain, with groups: Set<String> = [], for platform: Platform
  ) throws(Problem) {
    self.project = project
    let lock = project?.lock
    if let project, let lock {
      let wanted = project.wanted(of: lock, with: groups)
      locked = lock.tools.compactMap { tool in
        PlannedInstallation(tool, for: platform).map {
          Locked(planned: $0, isWanted: wanted.contains(tool.name))
        }
      }
    } else {
      locked = []
    }
    var pins: [SelectedPin] = []
    var users: [FolderUses] = []
    for link in Self.scope(of: chain, project) {
      if let problem = link.pinFileProblem { throw problem }
      var named = link.pins.filter { $0.place == .toolVersionFile }
      var uses: [VersionUse] = []
      let isProject = link.folder == project?.folder
      if isProject, let project, let lock {
        // A pin beside the Toolfile is a condition of the lock, unless the lock lacks this platform.
        named.removeAll { lock[$0.tool]?.artifact(for: platform) != nil }
        uses = project.uses(of: lock, for: platform)
      }
      uses += named.compactMap(\.use)
      // A lock without tools takes the place of what it had before.
      if isProject && lock != nil || !uses.isEmpty {
        users.append(FolderUses(folder: link.folder, uses: uses))
      }
      pins += named
    }
    let wanted = locked.filter(\.isWanted).map(\.planned.tool)
    self.pins = try chain.inForce(pins, and: wanted).filter { $0.version != .system }
    self.users = users.reversed()
  }

  /// The folders whose files count: those up to the project's.
  private static func scope(of chain: PinChain, _ project: Project?) -> ArraySlice<PinChain.Link> {
    guard let project,
      let end = chain.directories.firstIndex(where: { $0.folder == project.folder })
    else { return chain.directories[...] }
    return chain.directories[...end]
  }

  /// How many versions of tools are asked for.
  package var count: Int { wanted.count + pins.count }

  /// Whether nothing here asks for anything.
  package var isEmpty: Bool { project == nil && pins.isEmpty }

  /// What is to be installed of the lock.
  package var wanted: [PlannedInstallation] { locked.filter(\.isWanted).map(\.planned) }

  /// Whether what runs here cannot do without the pin in force: the project's tools, but for those of optional groups, and the
  /// pins that count. Other version managers' files ask as ours do.
  package func asks(for pin: SelectedPin) -> Bool {
    switch pin.place {
    case .globalPins: false
    case .idiomaticFile: true
    case .variable, .toolVersionFile: pins.contains { $0.tool == pin.tool } || isWanted(pin)
    case .lock: pin.folder == project?.folder ? isWanted(pin) : project == nil
    }
  }

  private func isWanted(_ pin: SelectedPin) -> Bool {
    pin.id != nil && locked.contains { $0.planned.tool == pin.tool && $0.isWanted }
  }

  /// A group that has to be named for an install to take `installed`. nil where none has.
  package func optionalGroup(of installed: InstalledVersion) -> String? {
    guard let project, let lock = project.lock,
      let tool = locked.first(where: { $0.planned.installed == installed }), !tool.isWanted
    else { return nil }
    return project.toolfile.groups.map(\.name.text).first {
      project.wanted(of: lock, with: [$0]).contains(installed.tool)
    }
  }
}

extension SelectedPin {
  /// nil where it leaves the version to the system.
  fileprivate var use: VersionUse? {
    guard case .exact(let version) = version else { return nil }
    return VersionUse(tool: tool, version: version, id: nil)
  }
}
