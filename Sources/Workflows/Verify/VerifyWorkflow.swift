package import Diagnostics
package import Filesystem
internal import Installation
package import Inventory
package import Layout
package import Projects
internal import Selection
internal import Synchronization
internal import ToolSources
internal import Vocabulary

/// Compares installations, byte for byte, with what was locked and fetched, and records the
/// results. Repairs nothing.
///
/// The expected contents follow from the lock, the kept downloads, and the store's record, in this
/// order. An installation that only its own receipt describes is not verified.
///
/// A verification does not lock the root, so tools can be installed at the same time, and a
/// read-only root can be verified.
package struct VerifyWorkflow: Sendable {
  private let root: Root
  private let locked: [PlannedInstallation]
  private let trustsRoot: Bool
  private let inventorySource: InventorySource
  private let workers = WorkerPool()

  /// Creates a workflow that verifies installations in `root`.
  ///
  /// - Parameters:
  ///   - root: The root of the installations.
  ///   - locked: The locked installations of the current folder.
  ///   - trustsRoot: Whether to trust the store's descriptions of installations, and to record the
  ///     results in it. If `false`, only the lock and the downloads that it names count.
  ///   - source: Opens the inventory of the root.
  package init(
    root: Root, locked: [PlannedInstallation] = [], trustsRoot: Bool = true,
    inventory source: InventorySource = .store
  ) {
    inventorySource = source
    self.root = root
    self.locked = locked
    self.trustsRoot = trustsRoot
  }

  /// The state of one installation.
  package struct Result: Sendable {
    package let installed: InstalledVersion
    /// The number of expected files, or 0 if nothing is available for comparison.
    package let fileCount: Int
    /// The total size of the expected files, in bytes.
    package let byteCount: Int
    /// The damage found, or `nil` if there is none.
    package let damage: InstallationDamage?
    /// The reason why the installation cannot be verified, or `nil` if it was verified. If
    /// `damage` is `nil`, the installation agrees with its own receipt.
    package let unanchored: UnanchoredInstallation?
    /// The reason why the kept downloads were not used, or `nil` if they were.
    package let download: KeptDownloadFault?
    /// The previous verification, or `nil` if none is recorded.
    package let before: Verification?

    /// Whether the installation was verified, and it and its downloads are intact. A download that
    /// is missing does not matter if the store describes the installation.
    package var isWhole: Bool { damage == nil && unanchored == nil && damagedDownload == nil }

    /// The download that is damaged, or `nil` if none is.
    package var damagedDownload: DamagedDownload? {
      let (path, reason): (String, String?)
      switch download {
      case .altered(let file)?: (path, reason) = (file, nil)
      case .unreadable(let file, let message)?: (path, reason) = (file, message)
      case .missing?, .otherSize?, .unusable?, .built?, nil: return nil
      }
      return DamagedDownload(
        tool: installed.tool, version: installed.version, path: path, reason: reason)
    }
  }

  /// The outcome of a verification.
  package struct Report: Sendable {
    /// The results in the requested order, without installations that no longer exist.
    package let results: [Result]
    /// The number of installations left out because their last verification is recent.
    package let recentCount: Int
    /// The problem that kept results from being recorded, or `nil` if all were recorded or the
    /// root has no store.
    package let unrecorded: Problem?
  }

  /// The number of installations verified together: enough to spread large files over the
  /// processors, few enough that an interruption loses little work.
  private static let batchSize = 16

  /// Verifies `installations`: first those never verified, then the least recently verified.
  ///
  /// Each batch is recorded as soon as it is verified, so a verification with `minimumAge` that is
  /// canceled can be continued.
  ///
  /// - Parameters:
  ///   - installations: The installations to verify.
  ///   - minimumAge: Leaves out the installations that were found intact less than this many
  ///     seconds ago. `nil` leaves out none.
  ///   - observe: Receives each result as soon as it is available.
  /// - Throws: ``Problem/interrupted`` if the task is canceled, or ``SystemProblem`` if the status
  ///   of a folder cannot be read, or the process or the system has no descriptors or no memory
  ///   left, which says nothing about the installations. Results that `observe` has received are
  ///   recorded by then.
  package func verify(
    _ installations: [InstalledVersion], minimumAge: Int? = nil,
    observe: (Result) -> Void = { _ in }
  ) async throws(Problem) -> Report {
    var earlierVerifications =
      trustsRoot
      ? try await EarlierVerifications(of: root, inventorySource) : EarlierVerifications()
    let anchors = AnchorSearch(
      KeptDownloads(in: root, workers: workers), locked: locked,
      earlierVerifications.records)
    let due = minimumAge.map { earlierVerifications.due(installations, after: $0) } ?? installations
    let ordered = earlierVerifications.oldestFirst(due)
    var results: [InstalledVersion: Result] = [:]
    for start in stride(from: 0, to: ordered.count, by: Self.batchSize) {
      let batch = ordered[start..<min(start + Self.batchSize, ordered.count)]
      let found = try await inspect(Array(batch), anchors)
      await earlierVerifications.record(found.compactMap(\.verification))
      for result in found.map(earlierVerifications.result) {
        results[result.installed] = result
        observe(result)
      }
      // If the task is canceled during the wait for another writer, nothing is recorded.
      if case .interrupted = earlierVerifications.problem { throw .interrupted }
    }
    return Report(
      results: installations.compactMap { results[$0] },
      recentCount: installations.count - due.count, unrecorded: earlierVerifications.problem)
  }

  /// Returns the folders of the projects that are known to use an installation, sorted, or an empty
  /// array if the store is missing or cannot be read.
  package func users(of installed: InstalledVersion) async -> [FilePath] {
    guard let inventory = await presentInventory() else { return [] }
    return (try? inventory.projects.users(of: installed)) ?? []
  }

  /// Opens the inventory, or returns `nil` if it is missing or cannot be read.
  private func presentInventory() async -> InstallationInventory? {
    inventorySource.isPresent(in: root) ? try? await inventorySource.open(root) : nil
  }

  /// Returns the folders on `PATH` whose links to programs were changed.
  package func damagedViews() throws(Problem) -> [FilePath] {
    try mappingFileErrors { () throws(FileError) in
      try ToolView.flawed(in: root, now: WallClock.now, comparing: .links)
        .filter { $0.flaw == .damaged }.map { $0.folder }
    }
  }

  /// Returns the installations that the store records although their folders are gone, sorted by
  /// tool and version. Returns an empty array if the store is missing or cannot be read. Also does
  /// so while a process changes the root, or after one was interrupted, because that process may be
  /// removing the installations.
  package func vanished() async throws(Problem) -> [InstalledVersion] {
    guard let inventory = await presentInventory() else { return [] }
    let vanished = try mappingFileErrors { () throws(FileError) in
      try FileLock.whileFree(root.stagingLock) { () throws(FileError) -> [InstalledVersion] in
        if try !root.unfinishedWork().isEmpty { return [] }
        // An installation that was recorded earlier may have been uninstalled by now.
        guard let recorded = try? inventory.installations.inPlace() else { return [] }
        var vanished: [InstalledVersion] = []
        for installed in recorded where try root.folder(of: installed).linkStatus() == nil {
          vanished.append(installed)
        }
        return vanished
      }
    }
    return (vanished ?? []).sorted {
      ($0.tool.text, $0.version.text) < ($1.tool.text, $1.version.text)
    }
  }

  /// An inspection with all damage found, including damage to the bytes of files.
  private struct Finding: Sendable {
    let inspection: InstallationInspection
    let damage: InstallationDamage?

    /// The record of this verification in the store, or `nil` if the installation was not verified.
    var verification: Verification? {
      if damage == nil, case .none = inspection.basis { return nil }
      return Verification(
        installed: inspection.installed, time: WallClock.nanoseconds,
        fileCount: inspection.fileCount,
        damagedCount: damage?.count ?? 0)
    }
  }

  /// Inspects installations and compares the bytes of all their files, on several threads. Leaves
  /// out those that no longer exist.
  private func inspect(
    _ installations: [InstalledVersion], _ anchors: AnchorSearch
  ) async throws(Problem) -> [Finding] {
    let inspections = try await concurrentResults(installations) { installed throws(Problem) in
      try await inspect(installed, anchors)
    }.compactMap(\.self)
    if Task.isCancelled { throw .interrupted }
    let files = inspections.indices.flatMap { index in
      inspections[index].unhashed.map { (index, $0) }
    }
    let damages = Mutex<[Int: [FileDamage]]>([:])
    let exhaustion = Mutex<FileError?>(nil)
    await workers.forEach(below: files.count) { number in
      let (index, file) = files[number]
      do throws(FileError) {
        guard let damage = try inspections[index].damage(of: file) else { return }
        damages.withLock { $0[index, default: []].append(damage) }
      } catch {
        exhaustion.withLock { $0 = $0 ?? error }
      }
    }
    if Task.isCancelled { throw .interrupted }
    if let error = exhaustion.withLock(\.self) { throw Problem(error) }
    var findings: [Finding] = []
    for (index, inspection) in inspections.enumerated() {
      let damage = inspection.damage(with: damages.withLock { $0[index] ?? [] })
      if damage != nil, inspection.isOutdated {
        // An install or uninstall replaced or removed the folder during the inspection, which is
        // not damage. Inspect the installation as it is now.
        findings += try await inspect([inspection.installed], anchors)
      } else {
        findings.append(Finding(inspection: inspection, damage: damage))
      }
    }
    return findings
  }

  /// Inspects an installation without reading the bytes of its files. Returns `nil` if it no
  /// longer exists.
  private func inspect(
    _ installed: InstalledVersion, _ anchors: AnchorSearch
  ) async throws(Problem) -> InstallationInspection? {
    let (root, trustsRoot) = (root, trustsRoot)
    let candidate: InspectionCandidate?
    do {
      candidate = try await workers.result(size: .max) { () throws(FileError) in
        try InspectionCandidate(installed, in: root)
      }
    } catch {
      throw Problem(error)
    }
    guard let candidate else { return nil }
    let anchor = try await anchors.anchor(of: installed, candidate.receipt)
    do {
      return try await workers.result(size: .max) { () throws(FileError) in
        try InstallationInspection(of: candidate, anchor, comparesReceipts: trustsRoot)
      }
    } catch {
      throw Problem(error)
    }
  }
}

extension VerifyWorkflow {
  /// The earlier verifications in the store. An unusable store does not affect the verification.
  private struct EarlierVerifications {
    /// The store, or the reason why it is not used.
    let records: AnchorSearch.Records
    private let known: [InstalledVersion: Verification]
    /// The problem that keeps the store from being read or written, or `nil` if there is none.
    private(set) var problem: Problem?

    /// Creates an empty collection that records nothing.
    init() { (records, known, problem) = (.unused, [:], nil) }

    /// Reads all verifications from the store of `root`.
    ///
    /// - Throws: ``SystemProblem`` if the process or the system has no descriptors or no memory
    ///   left.
    init(of root: Root, _ source: InventorySource) async throws(Problem) {
      // A verification does not create a missing store. The next change to the root creates it and
      // records the installations.
      guard source.isPresent(in: root) else {
        (records, known, problem) = (.fault(.missing), [:], nil)
        return
      }
      do {
        let inventory = try await source.open(root)
        let all = try inventory.verifications.values()
        (records, known, problem) = (.inventory(inventory), all.byID, nil)
      } catch {
        if error.isExhaustion { throw error }
        (records, known, problem) = (.fault(.unreadable), [:], error)
      }
    }

    /// Returns `installations`, sorted by the time of their last verification. Installations that
    /// were never verified come first.
    func oldestFirst(_ installations: [InstalledVersion]) -> [InstalledVersion] {
      // Installations with the same time keep their order.
      installations.enumerated().sorted { one, other in
        (known[one.element]?.time ?? .min, one.offset)
          < (known[other.element]?.time ?? .min, other.offset)
      }.map(\.element)
    }

    /// Returns the installations that were never verified, were found damaged, or whose last
    /// verification is older than `age` in seconds.
    func due(_ installations: [InstalledVersion], after age: Int) -> [InstalledVersion] {
      let limit = WallClock.nanoseconds - Int64(age) * 1_000_000_000
      return installations.filter { installed in
        guard let last = known[installed] else { return true }
        return last.damagedCount > 0 || last.time < limit
      }
    }

    /// Combines a finding with the earlier verification of the same installation.
    func result(_ finding: Finding) -> Result {
      let inspection = finding.inspection
      let (unanchored, download): (UnanchoredInstallation?, KeptDownloadFault?) =
        switch inspection.basis {
        case .download: (nil, nil)
        case .record(let fault): (nil, fault)
        case .none(let unanchored): (unanchored, unanchored.download)
        }
      return Result(
        installed: inspection.installed, fileCount: inspection.fileCount,
        byteCount: inspection.byteCount, damage: finding.damage, unanchored: unanchored,
        download: download, before: known[inspection.installed])
    }

    /// Records `verifications`, unless an earlier call failed. ``problem`` is the first failure.
    mutating func record(_ verifications: [Verification]) async {
      guard case .inventory(let inventory) = records, problem == nil else { return }
      do {
        try await inventory.verifications.save(verifications)
      } catch {
        problem = error
      }
    }
  }
}
