internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Manifests
internal import Projects
internal import Selection
internal import Vocabulary

/// The tools that are used in a folder. Each update applies the changes to the files that name
/// tools, to the installations, and to the work of other processes.
struct WatchedFolder {
  private let root: Root
  private let environment: Environment
  private let folder: FilePath
  private let formatPath: @Sendable (FilePath) -> String

  private var listing: ToolListing?
  private var problem: Problem?
  private var tools: [ToolState] = []
  /// The file states and the staged work from which ``tools`` were determined.
  private var (stamps, work) = (FileStamps(), StagedWork())
  /// The ``InstallationRecords/revision`` of the records from which ``tools`` were determined.
  private var recordsRevision = 0
  /// The files and folders that determine which tools are used and whether they are installed.
  private var watched: Set<FilePath> = []

  /// Creates a folder that has no tools before its first update. See ``ToolWatch`` for the
  /// parameters.
  init(
    _ folder: FilePath, root: Root, environment: Environment,
    formatPath: @escaping @Sendable (FilePath) -> String
  ) {
    self.root = root
    self.environment = environment
    self.folder = folder
    self.formatPath = formatPath
  }

  /// Returns the current tools, and the changes since the last call.
  ///
  /// - Parameter records: The current records of the store.
  mutating func update(_ records: InstallationRecords) -> ToolWatch.Update {
    // Reads the staging area first, because anything that has left it is already in place.
    let work = (try? self.work.next(in: root)) ?? StagedWork()
    let stamps = FileStamps(of: watched)
    let isSame = stamps == self.stamps && listing != nil
    let isIdle = !work.isInProgress && !self.work.isInProgress
    if isSame, isIdle, records.revision == recordsRevision {
      return ToolWatch.Update(tools: tools, changes: [], problem: problem)
    }
    (self.work, self.stamps, recordsRevision) = (work, stamps, records.revision)
    if !isSame { read() }
    let new = listing.map { states($0, records) } ?? []
    defer { tools = new }
    return ToolWatch.Update(
      tools: new, changes: ToolChange.changes(from: tools, to: new), problem: problem)
  }

  /// Reads which tools are used. If a file cannot be read, keeps the last listing. A file that was
  /// not watched yet may have changed after it was read, so the next update reads everything again.
  private mutating func read() {
    let files = ManifestFiles()
    let selector = Selector(
      root: root, environment: environment, physicalDirectory: folder, files: files,
      formatPath: formatPath)
    do {
      listing = try selector.toolListing()
      problem = nil
    } catch {
      problem = error
    }
    let installs = (listing?.pins ?? []).map { root.installs(of: $0.tool).path }
    watched = Set(
      folder.selfAndAncestors + files.paths + installs + [root.path, root.installs.path])
  }

  /// Returns the states of the tools, sorted by tool.
  private func states(_ listing: ToolListing, _ records: InstallationRecords) -> [ToolState] {
    let pinned = listing.pins.map { pin in
      ToolState(
        tool: pin.tool, version: pin.versionInUse(in: root)?.text ?? pin.version.description,
        id: pin.id, origin: pin.origin.withoutColumn, stage: stage(of: pin, listing, records))
    }
    let others = listing.notForPlatform.map { tool, origin in
      ToolState(
        tool: tool.name, version: tool.version.text, id: nil, origin: origin,
        stage: .notForPlatform(.current))
    }
    let notLocked = listing.notLocked.map { tool in
      ToolState(
        tool: tool.name, version: nil, id: nil, origin: tool.origin.withoutColumn, stage: .notLocked
      )
    }
    return (pinned + others + notLocked).sorted { $0.tool < $1.tool }
  }

  private func stage(
    of pin: SelectedPin, _ listing: ToolListing, _ records: InstallationRecords
  ) -> ToolState.Stage {
    guard case .exact(let version) = pin.version else { return .installed(size: nil) }
    if pin.isInstalled(in: root) {
      let installed =
        pin.id.map { InstalledVersion(tool: pin.tool, version: version, id: $0) }
        ?? pin.defaultInstallation(in: root)
      return .installed(size: installed.flatMap { records.sizes[$0] })
    }
    if let planned = listing.planned.first(where: { $0.tool == pin.tool && $0.id == pin.id }) {
      return work.stage(of: planned, in: root) ?? .missing
    }
    return work.stage(of: pin.tool, version) ?? .missing
  }
}
