internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects

/// Whether everything that a folder asks for is there: what `check` says, and what lets `install` do nothing.
struct ProjectState {
  enum Lack {
    case problem(Problem)
    /// What the lock names and is not installed.
    case missing([PlannedInstallation])
    /// What is installed, and lacks a program that it has to have.
    case damaged([PlannedInstallation])
    /// What `.tool-version` files pin and is not installed.
    case missingPins([ToolPin])
    /// An earlier change was interrupted before all of it was recorded.
    case unfinishedWork
  }

  /// What is missing, in the order in which it is mended. Empty: nothing.
  let lacks: [Lack]
  /// How many tools are asked for.
  let count: Int

  /// - Throws: what is wrong with the files themselves, and `noManifest` where nothing asks for anything.
  static func read(_ session: Session) throws(Problem) -> ProjectState {
    var lacks: [Lack] = []
    var count = 0
    let folder = try Project.folder(above: session.workingDirectory)
    var locked: Set<ToolName> = []
    if let folder {
      let project = try Project.load(folder, display: session.display)
      if let lock = project.lock {
        locked = Set(lock.tools.map(\.name))
        lacks += Self.lacks(of: project, lock, session.root)
        count += project.planned(of: lock, for: .current).count
      } else {
        lacks.append(.problem(.project(.noLock(toolfile: project.toolfile.path))))
      }
    }
    let pins = try session.pins(upTo: folder, apartFrom: locked)
    count += pins.count
    if folder == nil, pins.isEmpty {
      throw .project(.noManifest(directory: session.workingDirectory.string))
    }
    var missingPins: [ToolPin] = []
    for pin in pins where try !session.isInstalled(pin) { missingPins.append(pin) }
    if !missingPins.isEmpty { lacks.append(.missingPins(missingPins)) }
    let root = session.root
    let unfinished = try onDisk { () throws(FileError) in try root.unfinishedWork() }
    if !unfinished.isEmpty || !root.store.exists || !root.routes.exists {
      lacks.append(.unfinishedWork)
    }
    return ProjectState(lacks: lacks, count: count)
  }

  private static func lacks(of project: Project, _ lock: Lockfile, _ root: Root) -> [Lack] {
    let difference = project.difference(from: lock)
    if !difference.isEmpty {
      return [.problem(.project(.lockIsStale(lock: project.lockName, difference)))]
    }
    if !lock.platforms.contains(.current) {
      return [
        .problem(
          .project(
            .unsupportedPlatform(
              Platform.current.rawValue, lock: project.lockName,
              locked: lock.platforms.map(\.rawValue))))
      ]
    }
    let plan = Plan(project.planned(of: lock, for: .current), in: root)
    let damaged = plan.missing.filter { root.folder(of: $0.installed).exists }
    let missing = plan.missing.filter { !damaged.contains($0) }
    return (missing.isEmpty ? [] : [.missing(missing)])
      + (damaged.isEmpty ? [] : [.damaged(damaged)])
  }
}

extension Session {
  /// The exact pins of the `.tool-version` files from the working directory up to `folder`, the nearest of each tool. Beside the
  /// Toolfile, a pin of one of its tools is a part of what was locked.
  fileprivate func pins(
    upTo folder: FilePath?, apartFrom locked: Set<ToolName>
  ) throws(Problem) -> [ToolPin] {
    var pins: [ToolPin] = []
    for place in workingDirectory.selfAndAncestors {
      let path = place.appending(ToolVersionFile.name)
      let file: ToolVersionFile?
      do throws(ManifestError) {
        file = try ToolVersionFile.read(at: path, named: display(path))
      } catch {
        throw Problem(error, display: display)
      }
      pins += (file?.pins ?? []).filter { pin in
        pin.version != .system && !(place == folder && locked.contains(pin.tool))
      }
      if place == folder { break }
    }
    return pins
  }

  fileprivate func isInstalled(_ pin: ToolPin) throws(Problem) -> Bool {
    guard case .exact(let version) = pin.version else { return true }
    let root = root
    let installed = try onDisk { () throws(FileError) in
      try root.defaultInstallation(of: pin.tool, version: version)
    }
    return installed.map { root.folder(of: $0).exists } ?? false
  }
}
