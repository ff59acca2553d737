package import Diagnostics
package import Filesystem
package import Inventory
package import Layout
internal import Setup
package import Trust
internal import Vocabulary

/// Lists the changes of the installations and the consents of the user.
package struct HistoryWorkflow: Sendable {
  /// What the history contains.
  package struct Report: Sendable {
    /// The changes in the scope, the newest first.
    package let changes: [RecordedChange]
    /// The consents in the scope, the newest first. A scope with a tool has none.
    package let consents: [TrustLedger.Entry]
    /// The system packages that setups found in the scope. Empty if the scope is a tool.
    package let packages: [FoundPackages]
    /// The time of the oldest recorded change, in seconds since 1970, or `nil` if there is none.
    package let start: Int64?
  }

  /// The packages that one setup step found, of one package manager.
  package struct FoundPackages: Sendable {
    /// The time in seconds since 1970.
    package let time: Int64
    package let manager: String
    /// The folder that was set up.
    package let folder: FilePath
    /// The names and versions, sorted by name.
    package fileprivate(set) var packages: [(name: String, version: String)]
  }

  private let root: Root
  private let environment: Environment
  private let inventorySource: InventorySource

  /// Creates a workflow.
  ///
  /// - Parameters:
  ///   - root: The root whose changes to list.
  ///   - environment: The variables that locate the record of consents.
  ///   - source: Opens the inventory of the root.
  package init(root: Root, environment: Environment, inventory source: InventorySource = .store) {
    self.root = root
    self.environment = environment
    inventorySource = source
  }

  /// Returns the changes and consents in `scope`. If there is no store, there are no changes.
  ///
  /// - Throws: The ``Problem`` with the store or the record of consents.
  package func report(_ scope: HistoryScope) async throws(Problem) -> Report {
    let inventory = try await inventorySource.openIfPresent(root)
    var consents: [TrustLedger.Entry] = []
    var packages: [FoundPackages] = []
    if scope.tool == nil {
      let start = scope.start ?? .min
      packages = try mappingFileErrors(try foundPackages()).filter { $0.time >= start }
      consents = try TrustLedger(root, environment).entries()
        .filter { ($0.accepted?.secondsSince1970 ?? .min) >= start }
        .sorted { $1.time < $0.time }
    }
    return Report(
      changes: try inventory?.history.changes(in: scope) ?? [], consents: consents,
      packages: packages, start: try inventory?.history.start())
  }

  private func foundPackages() throws(FileError) -> [FoundPackages] {
    var found: [FoundPackages] = []
    for journal in try SetupJournal.all(in: root, machine: MachineIdentity.current) {
      var steps: [FoundPackages] = []
      for package in journal.foundPackages {
        let time = package.time.secondsSince1970
        if steps.last?.time != time || steps.last?.manager != package.manager {
          steps.append(
            FoundPackages(
              time: time, manager: package.manager, folder: journal.folder, packages: []))
        }
        steps[steps.count - 1].packages.append((package.name, package.version))
      }
      found += steps
    }
    return found
  }
}

extension TrustLedger.Entry {
  /// The time of the consent, in seconds since 1970. A file that does not contain the time counts
  /// as older than any other.
  package var time: Int64 { accepted?.secondsSince1970 ?? .min }
}
