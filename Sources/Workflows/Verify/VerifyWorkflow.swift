package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
internal import Synchronization

/// Compares installations, byte for byte, with the contents that were unpacked, and records the
/// results. Repairs nothing.
///
/// A verification does not lock the root, so tools can be installed at the same time, and a
/// read-only root can be verified.
package struct VerifyWorkflow: Sendable {
  private let root: Root
  private let workers = WorkerPool()

  /// Creates a workflow that verifies installations in `root`.
  package init(root: Root) { self.root = root }

  /// The state of one installation.
  package struct Result: Sendable {
    package let installed: InstalledVersion
    /// The number of files in the receipt, or 0 if there is no valid receipt.
    package let fileCount: Int
    /// The total size of the files in the receipt, in bytes.
    package let byteCount: Int
    /// The damage found, or `nil` if the installation is intact.
    package let damage: InstallationDamage?
    /// The previous verification, or `nil` if none is recorded.
    package let before: Verification?
  }

  /// The outcome of a verification.
  package struct Report: Sendable {
    /// The results in the requested order, without installations that no longer exist.
    package let results: [Result]
    /// The problem that kept results from being recorded, or `nil` if all were recorded or the
    /// root has no store.
    package let unrecorded: Problem?
  }

  /// The number of installations verified together: enough to spread large files over the
  /// processors, few enough that an interruption loses little work.
  private static let batchSize = 16

  /// Verifies `installations`: first those never verified, then the least recently verified.
  ///
  /// - Parameters:
  ///   - installations: The installations to verify.
  ///   - observe: Receives each result as soon as it is available.
  /// - Throws: ``Problem/interrupted`` if the task is canceled, or ``SystemProblem`` if the status
  ///   of a folder cannot be read. Results that `observe` has received are recorded by then.
  package func verify(
    _ installations: [InstalledVersion], observe: (Result) -> Void = { _ in }
  ) async throws(Problem) -> Report {
    var earlierVerifications = await EarlierVerifications(of: root)
    let ordered = earlierVerifications.oldestFirst(installations)
    var results: [InstalledVersion: Result] = [:]
    for start in stride(from: 0, to: ordered.count, by: Self.batchSize) {
      let batch = ordered[start..<min(start + Self.batchSize, ordered.count)]
      let found = try await inspect(Array(batch))
      earlierVerifications.record(found.map(\.verification))
      for result in found.map(earlierVerifications.result) {
        results[result.installed] = result
        observe(result)
      }
    }
    return Report(
      results: installations.compactMap { results[$0] }, unrecorded: earlierVerifications.problem)
  }

  /// Returns the folders of the projects that are known to use an installation, sorted, or an empty
  /// array if the store is missing or cannot be read.
  package func users(of installed: InstalledVersion) async -> [FilePath] {
    guard root.store.exists, let inventory = try? await InstallationInventory.open(root) else {
      return []
    }
    return ((try? inventory.users(of: installed)) ?? []).map { FilePath($0) }
  }

  /// An inspection with all damage found, including damage to the bytes of files.
  private struct Finding: Sendable {
    let inspection: InstallationInspection
    let damage: InstallationDamage?

    /// The record of this verification in the store.
    var verification: Verification {
      Verification(
        installed: inspection.installed, time: WallClock.nanoseconds,
        fileCount: inspection.fileCount,
        damagedCount: damage?.count ?? 0)
    }
  }

  /// Inspects installations and compares the bytes of all their files, on several threads.
  private func inspect(_ installations: [InstalledVersion]) async throws(Problem) -> [Finding] {
    let inspections = try await inspect(at: installations)
    let files = inspections.indices.flatMap { index in
      inspections[index].unhashed.map { (index, $0) }
    }
    let damages = Mutex<[Int: [FileDamage]]>([:])
    await workers.forEach(below: files.count) { number in
      let (index, file) = files[number]
      guard let damage = inspections[index].damage(of: file) else { return }
      damages.withLock { $0[index, default: []].append(damage) }
    }
    if Task.isCancelled { throw .interrupted }
    var findings: [Finding] = []
    for (index, inspection) in inspections.enumerated() {
      let damage = inspection.damage(with: damages.withLock { $0[index] ?? [] })
      if damage != nil, inspection.isOutdated {
        // An install or uninstall replaced or removed the folder during the inspection, which is
        // not damage. Inspect the installation as it is now.
        findings += try await inspect([inspection.installed])
      } else {
        findings.append(Finding(inspection: inspection, damage: damage))
      }
    }
    return findings
  }

  /// Inspects installations without reading the bytes of their files. Leaves out those that no
  /// longer exist.
  private func inspect(
    at installations: [InstalledVersion]
  ) async throws(Problem) -> [InstallationInspection] {
    let inspections = Mutex<[Int: InstallationInspection]>([:])
    let failure = Mutex<FileError?>(nil)
    let root = root
    await workers.forEach(below: installations.count) { index in
      do throws(FileError) {
        let inspection = try InstallationInspection(installations[index], in: root)
        inspections.withLock { $0[index] = inspection }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if Task.isCancelled { throw .interrupted }
    if let error = failure.withLock({ $0 }) { throw Problem(error) }
    return inspections.withLock { found in installations.indices.compactMap { found[$0] } }
  }
}

extension VerifyWorkflow {
  /// The earlier verifications in the store. An unusable store does not affect the verification.
  private struct EarlierVerifications {
    private let inventory: InstallationInventory?
    private let known: [InstalledVersion: Verification]
    /// The problem that keeps the store from being read or written, or `nil` if there is none.
    private(set) var problem: Problem?

    /// Reads all verifications from the store of `root`.
    init(of root: Root) async {
      // A verification does not create a missing store. The next change to the root creates it and
      // records the installations.
      guard root.store.exists else {
        (inventory, known, problem) = (nil, [:], nil)
        return
      }
      do throws(Problem) {
        let inventory = try await InstallationInventory.open(root)
        (self.inventory, known, problem) = (inventory, try inventory.verifications(), nil)
      } catch {
        (inventory, known, problem) = (nil, [:], error)
      }
    }

    /// Returns `installations`, sorted by the time of their last verification. Those never
    /// verified come first.
    func oldestFirst(_ installations: [InstalledVersion]) -> [InstalledVersion] {
      // Installations with the same time keep their order.
      installations.enumerated().sorted { one, other in
        (known[one.element]?.time ?? .min, one.offset)
          < (known[other.element]?.time ?? .min, other.offset)
      }.map(\.element)
    }

    /// Combines a finding with the earlier verification of the same installation.
    func result(_ finding: Finding) -> Result {
      let inspection = finding.inspection
      return Result(
        installed: inspection.installed, fileCount: inspection.fileCount,
        byteCount: inspection.byteCount, damage: finding.damage,
        before: known[inspection.installed])
    }

    /// Records `verifications`, unless an earlier call failed. ``problem`` is the first failure.
    mutating func record(_ verifications: [Verification]) {
      guard let inventory, problem == nil else { return }
      do throws(Problem) {
        try inventory.record(verifications)
      } catch {
        problem = error
      }
    }
  }
}
