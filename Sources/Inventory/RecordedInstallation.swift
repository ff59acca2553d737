package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import ObjectStore

/// What the store knows about an installation.
package struct RecordedInstallation: Hashable, Sendable {
  package let installed: InstalledVersion
  /// The size of all files in bytes.
  package let size: Int
  /// The folders of the projects that use the installation, sorted by path.
  package let projects: [FilePath]
}

extension InstallationInventory {
  /// Returns the records of the installations of a tool, in no particular order.
  package func records(of tool: ToolName) throws(Problem) -> [RecordedInstallation] {
    try read { snapshot throws(StoreError) in
      let request = FetchRequest(
        InstallationRecord.self, where: .related(\.tool, \.name == tool.text))
      var records: [RecordedInstallation] = []
      for record in try snapshot.fetch(request) {
        guard let version = VersionText(record.version), let id = ContentID(record.content) else {
          continue
        }
        let installed = InstalledVersion(tool: tool, version: version, id: id)
        let users = try Self.users(of: installed, in: snapshot)
        records.append(
          RecordedInstallation(
            installed: installed, size: record.unpackedSize, projects: users.map { FilePath($0) }))
      }
      return records
    }
  }
}
