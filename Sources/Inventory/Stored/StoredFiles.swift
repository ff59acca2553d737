package import Diagnostics
package import Layout
internal import ObjectStore
package import Vocabulary

/// A file of an installation, according to the store or a receipt.
package struct RecordedFile: Hashable, Sendable {
  package let installed: InstalledVersion
  /// The path relative to the installation's folder.
  package let path: String
  /// The size in bytes.
  package let size: Int
  package let digest: SHA256Digest

  /// Creates a file.
  package init(installed: InstalledVersion, path: String, size: Int, digest: SHA256Digest) {
    self.installed = installed
    self.path = path
    self.size = size
    self.digest = digest
  }
}

extension InstallationInventory {
  /// A property of the files to find.
  package enum FileProperty: Hashable, Sendable {
    /// The last component of the path. `in` is the path of the containing folder, or its end.
    case name(String, in: String)
    /// The digest of the contents.
    case digest(SHA256Digest)
  }

  /// Returns the files with a property in all installations except those in the trash, in no
  /// particular order. Reads them on another thread. Canceling the task stops the read.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - report: Receives the number of files read so far and their total.
  package func files(
    with property: FileProperty, report: @escaping @Sendable (Int, Int) -> Void
  ) async throws(Problem) -> [RecordedFile] {
    let predicate: Filter<FileRecord> =
      switch property {
      case .name(let name, in: let folder):
        folder.isEmpty
          ? \.name == name
          : \.name == name
            && .related(\.folder, \.path == folder || .hasSuffix(\.path, "/\(folder)"))
      case .digest(let digest): \.digest == digest.stored
      }
    let progress = RequestProgress { progress in
      report(progress.completed, progress.total ?? progress.completed)
    }
    let found = try await objects(
      FetchRequest(FileRecord.self, where: predicate), countsFirst: true, progress: progress)
    // The paths are in other tables. An installation that is removed meanwhile is left out.
    return try read { snapshot throws(StoreError) in
      let installations = try Self.installations(in: snapshot, where: .isNil(\.removed))
      var folders: [Identity<FolderRecord>: FolderRecord] = [:]
      for file in found where folders[file.folder] == nil {
        folders[file.folder] = try snapshot.find(file.folder)
      }
      return found.compactMap { file in
        guard let folder = folders[file.folder], let installed = installations[folder.installation],
          let digest = SHA256Digest(bytes: file.digest.bytes)
        else { return nil }
        let path = folder.path.isEmpty ? file.name : "\(folder.path)/\(file.name)"
        return RecordedFile(installed: installed, path: path, size: file.size, digest: digest)
      }
    }
  }
}
