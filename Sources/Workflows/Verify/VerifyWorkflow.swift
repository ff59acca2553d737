package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
internal import Synchronization

/// Compares what is installed with what was unpacked, byte for byte, and remembers what came of it. Nothing is repaired.
///
/// The root is not locked: a tool can be installed meanwhile, and what is verified can be verified where nothing may be written.
package struct VerifyWorkflow: Sendable {
  private let root: Root
  private let workers = WorkerPool()

  package init(root: Root) { self.root = root }

  package struct Result: Sendable {
    package let installed: InstalledVersion
    /// How many files its receipt names; 0 without a receipt.
    package let fileCount: Int
    /// The bytes of these files together.
    package let byteCount: Int
    /// nil: it is whole.
    package let damage: InstallationDamage?
    /// How it was found the last time before. nil: not known to have been verified.
    package let before: Verification?
  }

  package struct Report: Sendable {
    /// In the order in which they were asked for. What was taken away meanwhile is left out.
    package let results: [Result]
    /// Why the store does not remember it. nil: it does, or knows none of them.
    package let unrecorded: Problem?
  }

  /// How many installations are worked on together: enough for large files to be spread over the processors, and few enough that
  /// little is lost when somebody stops the work.
  private static let roundSize = 16

  /// Verifies `installations`, those first that were verified longest ago, and those before that never were.
  ///
  /// - Parameter observe: is told each result as soon as it is there.
  /// - Throws: `interrupted`, with what was finished recorded.
  package func verify(
    _ installations: [InstalledVersion], observe: (Result) -> Void = { _ in }
  ) async throws(Problem) -> Report {
    var memory = await EarlierVerifications(of: root)
    let ordered = memory.oldestFirst(installations)
    var results: [InstalledVersion: Result] = [:]
    for start in stride(from: 0, to: ordered.count, by: Self.roundSize) {
      let round = ordered[start..<min(start + Self.roundSize, ordered.count)]
      let found = try await inspect(Array(round))
      memory.record(found.map(\.verification))
      for result in found.map(memory.result) {
        results[result.installed] = result
        observe(result)
      }
    }
    return Report(results: installations.compactMap { results[$0] }, unrecorded: memory.problem)
  }

  /// The folders of the projects that are known to use an installation, sorted.
  package func users(of installed: InstalledVersion) async -> [FilePath] {
    guard root.store.exists, let inventory = try? await InstallationInventory.open(root) else {
      return []
    }
    return ((try? inventory.users(of: installed)) ?? []).map { FilePath($0) }
  }

  private struct Finding: Sendable {
    let inspection: InstallationInspection
    let damage: InstallationDamage?

    var verification: Verification {
      Verification(
        installed: inspection.installed, time: WallClock.nanoseconds,
        fileCount: inspection.fileCount,
        damagedCount: damage?.count ?? 0)
    }
  }

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
        // An install or uninstall went through it, and what it took apart is no damage.
        findings += try await inspect([inspection.installed])
      } else {
        findings.append(Finding(inspection: inspection, damage: damage))
      }
    }
    return findings
  }

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
  /// What the store knows of earlier verifications, as far as there is one that can be used: the answer does not hang on it.
  private struct EarlierVerifications {
    private let inventory: InstallationInventory?
    private let known: [InstalledVersion: Verification]
    /// Why it cannot be read or written.
    private(set) var problem: Problem?

    init(of root: Root) async {
      // Where there is none, the next change of the root makes and fills it.
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

    func oldestFirst(_ installations: [InstalledVersion]) -> [InstalledVersion] {
      // Of the same age they keep their order.
      installations.enumerated().sorted { one, other in
        (known[one.element]?.time ?? .min, one.offset)
          < (known[other.element]?.time ?? .min, other.offset)
      }.map(\.element)
    }

    func result(_ finding: Finding) -> Result {
      let inspection = finding.inspection
      return Result(
        installed: inspection.installed, fileCount: inspection.fileCount,
        byteCount: inspection.byteCount, damage: finding.damage,
        before: known[inspection.installed])
    }

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
