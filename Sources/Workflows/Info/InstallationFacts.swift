package import Diagnostics
package import Filesystem
internal import Inventory
package import Layout

/// What the store records about installations: sizes, uses, verifications, and projects.
package struct InstallationFacts: Sendable {
  /// A project that uses an installation.
  package struct User: Hashable, Sendable {
    package let folder: FilePath
    /// The time since which the project is known to be gone, in seconds since 1970, or `nil` if it
    /// is there.
    package let vanished: Int64?
  }

  private let records: [InstalledVersion: RecordedInstallation]
  private let verifications: [InstalledVersion: Verification]
  private let projects: [RegisteredProject]

  /// Reads the store of a root. Without a store, nothing is known.
  ///
  /// - Throws: The ``Problem`` with the store.
  package init(in root: Root) async throws(Problem) {
    let inventory = try await InstallationInventory.openIfPresent(root)
    let all = try inventory?.records() ?? []
    records = Dictionary(all.map { ($0.installed, $0) }, uniquingKeysWith: { first, _ in first })
    verifications = try inventory?.verifications() ?? [:]
    projects = try inventory?.registeredProjects() ?? []
  }

  /// Returns the size of all files of an installation in bytes, or `nil` if it is not recorded.
  package func size(of installed: InstalledVersion) -> Int? { records[installed]?.size }

  /// Returns the day of the last use of an installation, in seconds since 1970, or `nil` if it was
  /// never run.
  package func lastUse(of installed: InstalledVersion) -> Int64? { records[installed]?.lastUsed }

  /// Returns the last verification of an installation: its time in seconds since 1970, and whether
  /// nothing was damaged. `nil` if it was never verified.
  package func verification(of installed: InstalledVersion) -> (time: Int64, isIntact: Bool)? {
    verifications[installed].map { ($0.time / 1_000_000_000, $0.damagedCount == 0) }
  }

  /// Returns the projects that used an installation when they were last recorded, sorted by path.
  package func users(of installed: InstalledVersion) -> [User] {
    projects.filter { project in project.uses.contains { $0.includes(installed) } }
      .map { User(folder: $0.folder, vanished: $0.vanished) }
  }
}
