package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
package import Projects
package import Vocabulary

/// The tools that a folder requires because of its project's lock or because of pins, and the
/// folders that use them.
///
/// `install`, `check`, and `verify` work on this value, and `exec` uses it to determine whether a
/// missing tool is an error. The value covers the folders up to the nearest Toolfile, or up to
/// `/` if there is none. In these folders, the nearest pin of a tool takes effect.
package struct FolderTools: Sendable {
  /// A tool in the project's lock.
  package struct Locked: Hashable, Sendable {
    /// The installation of the tool on the platform.
    package let planned: PlannedInstallation
    /// Whether an install includes the tool: false if the tool is only in optional groups, none of
    /// which was requested.
    package let isWanted: Bool
  }

  /// The nearest project, or `nil` if neither the folder nor an ancestor has a Toolfile.
  package let project: Project?
  /// The tools in the lock that have an artifact for the platform, sorted by name. Empty
  /// without a lock.
  package let locked: [Locked]
  /// The locked tools that an install would include, but that the project limits to other
  /// platforms, and that nothing else pins. Sorted.
  package let notForPlatform: [ToolName]
  /// The pins that take effect in addition to the lock, at most one for each tool: first those of
  /// variables, then those of files, nearest first. Pins to `system` are left out.
  package let pins: [SelectedPin]
  /// The folders that use versions, outermost first, each with the versions that its own
  /// `.tool-version` and lock specify.
  package let users: [FolderUses]

  /// Combines a project with the pins of a folder.
  ///
  /// - Parameters:
  ///   - project: The nearest project, with the lock to use.
  ///   - chain: The pins of the folder.
  ///   - groups: The choice of a command, which takes precedence over the user's choice for the
  ///     project.
  ///   - platform: The platform of the artifacts.
  /// - Throws: ``Problem`` if a `.tool-version` in a folder that this value covers is invalid, or
  ///   the value of a variable is not a version.
  package init(
    _ project: Project?, _ chain: PinChain, with groups: GroupChoice = [], for platform: Platform
  ) throws(Problem) {
    self.project = project
    let lock = project?.lock
    let tools = lock?.tools ?? []
    let included = lock.flatMap { project?.wanted(of: $0, with: groups) } ?? []
    // The requested groups are installed, but the folder is not recorded as a user of their tools.
    let used = groups.isEmpty ? included : lock.flatMap { project?.wanted(of: $0) } ?? []
    locked = tools.compactMap { tool in
      PlannedInstallation(tool, for: platform).map {
        Locked(planned: $0, isWanted: included.contains(tool.name))
      }
    }
    let others = tools.filter {
      $0.artifact(for: platform) == nil && included.contains($0.name)
    }.map(\.name)
    let lockUses = locked.filter { used.contains($0.planned.tool) }.map {
      VersionUse(tool: $0.planned.tool, version: $0.planned.version, id: $0.planned.id)
    }
    let (pins, users) = try Self.ownPins(of: chain, project, lockUses, for: platform)
    let wanted = locked.filter(\.isWanted).map(\.planned.tool)
    let inForce = try chain.inForce(pins, and: wanted).filter { $0.version != .system }
    self.pins = inForce
    self.users = users.reversed()
    notForPlatform = others.filter { name in !inForce.contains { $0.tool == name } }
  }

  /// Returns the pins of the `.tool-version` files that apply, and the versions that each folder
  /// uses, nearest first.
  private static func ownPins(
    of chain: PinChain, _ project: Project?, _ lockUses: [VersionUse], for platform: Platform
  ) throws(Problem) -> (pins: [SelectedPin], users: [FolderUses]) {
    let lock = project?.lock
    var pins: [SelectedPin] = []
    var users: [FolderUses] = []
    for link in scope(of: chain, project) {
      if let problem = link.pinFileProblem { throw problem }
      var ownPins = link.pins.filter { $0.place == .toolVersionFile }
      let isProject = link.folder == project?.folder
      var uses = isProject ? lockUses : []
      // The lock already covers a pin next to the Toolfile if it has the tool for this platform.
      if isProject { ownPins.removeAll { lock?[$0.tool]?.artifact(for: platform) != nil } }
      uses += ownPins.compactMap(\.use)
      // A project's folder is recorded even if its lock has no tools, to replace the uses that
      // were recorded for it before.
      if isProject && lock != nil || !uses.isEmpty {
        users.append(FolderUses(folder: link.folder, uses: uses))
      }
      pins += ownPins
    }
    return (pins, users)
  }

  /// Returns the links of the folders up to the project's folder, or all links if there is
  /// no project.
  private static func scope(of chain: PinChain, _ project: Project?) -> ArraySlice<PinChain.Link> {
    guard let project,
      let end = chain.directories.firstIndex(where: { $0.folder == project.folder })
    else { return chain.directories[...] }
    return chain.directories[...end]
  }

  /// The number of required tool versions.
  package var count: Int { wanted.count + pins.count }

  /// Whether the folder requires nothing: it has no project and no pins.
  package var isEmpty: Bool { project == nil && pins.isEmpty }

  /// Whether the folder asks for no tool, although it may have a project.
  package var asksForNone: Bool {
    locked.isEmpty && pins.isEmpty && project?.toolfile.tools.isEmpty ?? true
  }

  /// The locked tools to install.
  package var wanted: [PlannedInstallation] { locked.filter(\.isWanted).map(\.planned) }

  /// Returns whether `exec` fails if the version that `pin` selects is not installed.
  ///
  /// This is the case for the locked tools that an install includes, for the pins in ``pins``, and
  /// for pins in locks if there is no project, but neither for global pins nor for pins in other
  /// version managers' files.
  package func requiresInstallation(for pin: SelectedPin) -> Bool {
    switch pin.place {
    case .globalPins, .idiomaticFile: false
    case .commandLine: true
    case .variable, .toolVersionFile: pins.contains { $0.tool == pin.tool } || isWanted(pin)
    case .lock: pin.folder == project?.folder ? isWanted(pin) : project == nil
    }
  }

  /// Returns whether `pin` has a locked content id and an install includes its tool.
  private func isWanted(_ pin: SelectedPin) -> Bool {
    pin.id != nil && locked.contains { $0.planned.tool == pin.tool && $0.isWanted }
  }

  /// Returns the first group that makes an install include `installed` if the group is requested.
  /// Returns `nil` if an install includes `installed` without a request, or if no group does.
  package func optionalGroup(of installed: InstalledVersion) -> GroupName? {
    guard let project, let lock = project.lock,
      let tool = locked.first(where: { $0.planned.installed == installed }), !tool.isWanted
    else { return nil }
    return project.toolfile.groups.map(\.name).first {
      project.wanted(of: lock, with: [$0.text]).contains(installed.tool)
    }
  }
}

extension SelectedPin {
  /// The use of the pinned version, or `nil` for `system`.
  fileprivate var use: VersionUse? {
    guard case .exact(let version) = version else { return nil }
    return VersionUse(tool: tool, version: version, id: nil)
  }
}
