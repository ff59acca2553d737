internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Projects
internal import Terminal
internal import Workflows

/// What a `verify` looks at, and by which commands it can be repaired.
struct VerificationScope {
  /// What is to be verified, each once.
  private(set) var installations: [InstalledVersion] = []
  /// What the lock and the pins here name and is not there: `ruff 0.17.5`.
  private(set) var missing: [String] = []

  /// What `install` in this folder works on. nil where nothing here asks for anything.
  private let here: Here?

  init(_ session: Session) throws(Problem) {
    let names = session.arguments.positionals
    let isWhole = session.arguments.has("--all")
    if isWhole, let name = names.first {
      throw .usage(.unexpectedArgument(name, command: session.command))
    }
    guard isWhole || !names.isEmpty else {
      let here = try Here(session)
      self.here = here
      (installations, missing) = (here.installations, here.missing)
      return
    }
    // Only to know by what they are repaired: what is installed can be verified whatever the files here say.
    here = try? Here(session)
    if isWhole {
      let root = session.root
      installations = try onDisk { () throws(FileError) in try root.installedVersions() }
      return
    }
    for name in names {
      let (tool, version) = try Session.toolAndVersion(name)
      do throws(Problem) {
        installations += try session.root.installed(tool, version)
          .filter { !installations.contains($0) }
      } catch {
        throw session.namingNearest(error)
      }
    }
  }

  /// The commands that put `damaged` anew: `install --force` where somebody's lock or pins name them, with the bytes that these mean.
  func repairs(
    of damaged: [InstalledVersion], _ verifying: Verifying, _ session: Session
  ) async throws(Problem) -> [String] {
    var isHere = false
    var groups: Set<String> = []
    var pins: [String] = []
    var folders: Set<FilePath> = []
    let root = session.root
    for one in damaged {
      if let here, here.installations.contains(one) {
        isHere = true
        if let group = here.optionalGroup(of: one) { groups.insert(group) }
      } else if try onDisk({ () throws(FileError) in
        try root.defaultInstallation(of: one.tool, version: one.version)
      }) == one {
        pins.append("\(one.tool)@\(one.version)")
      } else if let user = await verifying.users(of: one).first {
        folders.insert(user)
      }
    }
    let install = "bootstrap install --force"
    var commands: [String] = []
    if isHere {
      let option = groups.isEmpty ? "" : " --with \(groups.sorted().joined(separator: ","))"
      commands.append(install + option)
    }
    if !pins.isEmpty { commands.append("\(install) \(pins.sorted().joined(separator: " "))") }
    return commands + folders.sorted().map { "\(install) -C \(session.display($0))" }
  }
}

/// What the lock and the pins of a folder name.
private struct Here {
  private(set) var installations: [InstalledVersion] = []
  private(set) var missing: [String] = []
  private let locked: (project: Project, lock: Lockfile)?

  /// - Throws: `noManifest` where nothing asks for anything, and what is wrong with the files.
  init(_ session: Session) throws(Problem) {
    let root = session.root
    let folder = try Project.folder(above: session.workingDirectory)
    var names: Set<ToolName> = []
    if let folder {
      let project = try Project.load(folder, display: session.display)
      guard let lock = project.lock else {
        throw .project(.noLock(toolfile: project.toolfile.path))
      }
      try project.requireCurrentPlatform(in: lock)
      locked = (project, lock)
      names = Set(lock.tools.map(\.name))
      let wanted = Set(project.planned(of: lock, for: .current).map(\.installed))
      for planned in lock.tools.compactMap({ PlannedInstallation($0, for: .current) }) {
        // What stands in optional groups alone need not be there.
        if root.folder(of: planned.installed).exists {
          installations.append(planned.installed)
        } else if wanted.contains(planned.installed) {
          missing.append(planned.title)
        }
      }
    } else {
      locked = nil
    }
    var hasPins = false
    for (place, file) in try session.pinFiles(upTo: folder) {
      for pin in file.pins {
        guard case .exact(let version) = pin.version,
          place != folder || !names.contains(pin.tool)
        else { continue }
        hasPins = true
        let installed = try onDisk { () throws(FileError) in
          try root.defaultInstallation(of: pin.tool, version: version)
        }
        if let installed, root.folder(of: installed).exists {
          if !installations.contains(installed) { installations.append(installed) }
        } else {
          missing.append("\(pin.tool) \(version) (\(pin.origin))")
        }
      }
    }
    if folder == nil, !hasPins {
      throw .project(.noManifest(directory: session.workingDirectory.string))
    }
  }

  /// A group that has to be named for an install to take `installed`. nil where none has.
  func optionalGroup(of installed: InstalledVersion) -> String? {
    guard let (project, lock) = locked else { return nil }
    func takes(_ groups: Set<String>) -> Bool {
      project.planned(of: lock, for: .current, with: groups).contains { $0.installed == installed }
    }
    if takes([]) { return nil }
    return project.toolfile.groups.map(\.name.text).first { takes([$0]) }
  }
}
