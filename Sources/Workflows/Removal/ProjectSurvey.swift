internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Vocabulary

/// What a recorded project needs now, as its own files say.
struct ProjectSurvey: Sendable {
  let folder: FilePath
  /// The time when the project was last recorded, in seconds since 1970.
  let seen: Int64
  /// What keeps the project's files from deciding what it needs, or `nil` if they do.
  let remark: ProjectRemark.Reason?
  /// The versions that it needs.
  private(set) var uses: Set<VersionUse> = []
  /// The downloads that its lock names, for every platform.
  private(set) var downloads: Set<SHA256Digest> = []
  /// The tools of which it may need any version, because a file that cannot be read may name one.
  private(set) var doubtfulTools: Set<ToolName> = []
  /// The text of a file that cannot be read as such, or `nil` if there is none.
  private(set) var faultyText: FaultyText?

  /// How long a missing project keeps its tools, in seconds: 30 days.
  static let retention: Int64 = 30 * 86_400

  /// Whether the project is to be forgotten, because the user said so or it has been missing for
  /// too long.
  var keepsNothing: Bool { remark?.keepsNothing ?? false }

  /// Whether the project may need an installation.
  func mayUse(_ installed: InstalledVersion) -> Bool {
    if keepsNothing { return false }
    return uses.contains { $0.includes(installed) } || doubtfulTools.contains(installed.tool)
      || faultyText?.mayName(installed.tool) ?? false
  }

  /// Surveys projects on all processors, because there may be hundreds. Returns the surveys in the
  /// order of the projects.
  ///
  /// - Parameters:
  ///   - projects: The projects, with what they needed when they were recorded.
  ///   - forgotten: The folders of the projects that the user asked to forget.
  ///   - root: The root of the installations.
  ///   - environment: The environment of this process.
  ///   - now: The current time, in seconds since 1970.
  static func surveys(
    of projects: [RegisteredProject], forgetting forgotten: Set<FilePath> = [], in root: Root,
    _ environment: Environment, now: Int64
  ) async -> [ProjectSurvey] {
    await withTaskGroup(of: (Int, ProjectSurvey).self) { group in
      for (index, project) in projects.enumerated() {
        let isForgotten = forgotten.contains(project.folder)
        group.addTask {
          let survey =
            isForgotten
            ? ProjectSurvey(ofForgotten: project)
            : ProjectSurvey(of: project, in: root, environment, now: now)
          return (index, survey)
        }
      }
      let surveys = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      return projects.indices.compactMap { surveys[$0] }
    }
  }

  /// Creates the survey of a project that the user asked to forget, whose files do not matter.
  init(ofForgotten project: RegisteredProject) {
    folder = project.folder
    seen = project.seen
    remark = .forgotten
    uses = Set(project.uses)
  }

  /// Reads the files of a project.
  ///
  /// - Parameters:
  ///   - project: The project, with what it needed when it was recorded.
  ///   - root: The root of the installations.
  ///   - environment: The environment of this process.
  ///   - now: The current time, in seconds since 1970.
  init(of project: RegisteredProject, in root: Root, _ environment: Environment, now: Int64) {
    folder = project.folder
    seen = project.seen
    let recorded = Set(project.uses)
    let isThere: Bool
    do {
      isThere = try folder.status()?.kind == .directory
    } catch {
      remark = .unreadable(Problem(error))
      uses = recorded
      doubtfulTools = Set(recorded.map(\.tool))
      return
    }
    let unmounted = project.mountPoint.flatMap { $0.isMountPoint ? nil : $0 }
    let absence = Self.absence(since: project.vanished ?? now, now: now)
    guard isThere else {
      uses = recorded
      remark = unmounted.map { .notMounted(mountPoint: $0.string) } ?? .missing(absence)
      return
    }
    let files = ProjectFiles(in: folder, root, environment)
    uses = files.uses
    downloads = files.downloads
    faultyText = files.faultyText
    if let fault = files.fault {
      remark = fault
      uses.formUnion(recorded)
      if case .unreadable = fault { doubtfulTools = Set(recorded.map(\.tool)) }
    } else if uses.isEmpty, !recorded.isEmpty, let unmounted {
      // An empty folder is left where the disk was mounted.
      remark = .notMounted(mountPoint: unmounted.string)
      uses = recorded
    } else if uses.isEmpty, !recorded.isEmpty, !folder.mayNameTools {
      remark = .withoutFiles(absence)
      uses = recorded
    } else {
      remark = nil
    }
  }

  private static func absence(since: Int64, now: Int64) -> ProjectRemark.Absence {
    let until = ReleaseTime(secondsSince1970: since + retention)
    return ProjectRemark.Absence(
      since: since, until: String("\(until)".prefix(10)), isExpired: now - since >= retention)
  }
}

/// What the lock and the pins in one folder name.
private struct ProjectFiles {
  private(set) var uses: Set<VersionUse> = []
  private(set) var downloads: Set<SHA256Digest> = []
  /// The reason why the files may name more, or `nil` if they do not.
  private(set) var fault: ProjectRemark.Reason?
  private(set) var faultyText: FaultyText?

  init(in folder: FilePath, _ root: Root, _ environment: Environment) {
    var environment = environment
    // In continuous integration, files that other users could have placed are read too. Here they
    // can only keep something.
    environment.set("CI", to: "true".utf8)
    do throws(Problem) {
      let selector = try Selector(
        root: root, environment: environment, directory: folder, formatPath: \.string)
      let (link, isLockPending) = try Self.link(selector)
      for pin in link.pins {
        guard case .exact(let version) = pin.version else { continue }
        uses.insert(VersionUse(tool: pin.tool, version: version, id: pin.id))
      }
      let path = environment.lock(in: folder)
      if !link.unavailable.isEmpty, !path.exists { fault = .notLocked }
      if let problem = link.pinFileProblem ?? link.lockProblem ?? link.manifestProblem {
        throw problem
      }
      let isLockRead = try addLock(in: folder, at: path, selector)
      // Another program may replace the lock at this moment.
      if isLockPending, !isLockRead { fault = .notLocked }
    } catch {
      fault = .unreadable(error)
      let files =
        [ToolVersionFile.name, Toolfile.name].map(folder.appending) + [environment.lock(in: folder)]
      faultyText = FaultyText(
        files.flatMap { (try? $0.contentsIfPresent(limit: Lockfile.maximumByteCount)) ?? [] })
    }
  }

  /// Returns the pins of a folder. Those of a sealed lock are left out if it states all of them,
  /// because the lock is read anyway. `isLockPending` is whether they are left out.
  private static func link(
    _ selector: Selector
  ) throws(Problem) -> (link: PinChain.Link, isLockPending: Bool) {
    if selector.hasSealedLock(selector.directory) {
      let link = try selector.pinsOfDirectory(reading: .besidesLocks)
      if link.pins.isEmpty, link.pinFileProblem == nil { return (link, true) }
    }
    return (try selector.pinsOfDirectory(), false)
  }

  /// Adds the versions and files that the lock at `path` names. The chain is not enough, because a
  /// pin hides the locked version from it. Returns whether there is a lock.
  private mutating func addLock(
    in folder: FilePath, at path: FilePath, _ selector: Selector
  ) throws(Problem) -> Bool {
    let files = selector.files
    do throws(ManifestError) {
      let bytes = try readManifest(
        at: path, named: path.string, limit: Lockfile.maximumByteCount, in: files
      ) { (bytes) throws(SyntaxProblems) in bytes }
      guard let bytes else { return false }
      // `LockContents` accepts locks that the parser rejects. A seal proves that the parser
      // accepted this one. Because changing a lock breaks its seal, look for the seal after reading
      // the lock.
      if selector.hasSealedLock(folder), let contents = LockContents(of: bytes, for: .current) {
        uses.formUnion(contents.uses)
        downloads.formUnion(contents.downloads)
        return true
      }
      for tool in try Lockfile.read(at: path, named: path.string, in: files)?.tools ?? [] {
        add(tool)
      }
      return true
    } catch {
      throw Problem(error, formatPath: \.string)
    }
  }

  private mutating func add(_ tool: LockedTool) {
    if let planned = PlannedInstallation(tool, for: .current) {
      uses.insert(VersionUse(tool: planned.tool, version: planned.version, id: planned.id))
    }
    downloads.formUnion(tool.artifacts.map(\.digest) + tool.parts.map(\.digest))
  }
}

/// The versions that projects and global pins need, for fast answers about many installations.
struct NeededVersions {
  private var installations: Set<InstalledVersion> = []
  /// The versions of which any content is needed.
  private var versions: Set<PackagesOfVersion> = []
  private var doubtfulTools: Set<ToolName> = []
  private var faultyTexts: [FaultyText] = []

  /// Collects the versions that projects need.
  init(_ surveys: [ProjectSurvey]) {
    for survey in surveys where !survey.keepsNothing {
      add(survey.uses)
      doubtfulTools.formUnion(survey.doubtfulTools)
      if let text = survey.faultyText { faultyTexts.append(text) }
    }
  }

  /// Adds versions.
  mutating func add(_ uses: some Sequence<VersionUse>) {
    for use in uses {
      if let id = use.id {
        installations.insert(InstalledVersion(tool: use.tool, version: use.version, id: id))
      } else {
        versions.insert(PackagesOfVersion(tool: use.tool, version: use.version))
      }
    }
  }

  /// Returns whether an installation may be needed.
  func contains(_ installed: InstalledVersion) -> Bool {
    installations.contains(installed) || containsAnyContent(of: installed)
      || doubtfulTools.contains(installed.tool)
      || faultyTexts.contains { $0.mayName(installed.tool) }
  }

  /// Returns whether any content of the version is needed, or any build of a version.
  private func containsAnyContent(of installed: InstalledVersion) -> Bool {
    if versions.contains(PackagesOfVersion(installed)) { return true }
    guard let version = installed.version.withoutBuild else { return false }
    return versions.contains(PackagesOfVersion(tool: installed.tool, version: version))
  }
}

extension VersionUse {
  /// Returns whether an installation is one of this version. Any content is, unless a lock states
  /// one.
  func includes(_ installed: InstalledVersion) -> Bool {
    guard tool == installed.tool else { return false }
    guard let id else {
      return version == installed.version || installed.version.isBuild(of: version)
    }
    return version == installed.version && id == installed.id
  }
}
