internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import ObjectStore
internal import Vocabulary

/// The stored index of the files of all installations.
struct StoredFiles: FileIndex {
  let connection: StoreConnection

  func files(
    where condition: RecordedFile.Condition, report: @escaping @Sendable (Int, Int) -> Void
  ) async throws(Problem) -> [RecordedFile] {
    let predicate: Filter<FileRecord> =
      switch condition {
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
    let found = try await connection.objects(
      FetchRequest(FileRecord.self, where: predicate), countsFirst: true, progress: progress)
    // The paths are in other tables. Omits installations that were removed in the meantime.
    return try connection.read { snapshot throws(StoreError) in
      let installations = try StoredInstallations.identities(in: snapshot, where: .isNil(\.removed))
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

  func contents(of installed: InstalledVersion) async throws(Problem) -> RecordedContents {
    typealias Facts = (origin: RecordedOrigin, folders: [FolderRecord], links: [LinkRecord])
    let found = try connection.read { snapshot throws(StoreError) -> Facts? in
      guard let record = try snapshot.first(StoredInstallations.request(for: installed)) else {
        return nil
      }
      let id = record.id
      return (
        try RecordedOrigin(record, in: snapshot),
        try snapshot.fetch(FetchRequest(FolderRecord.self, where: \.installation == id)),
        try snapshot.fetch(FetchRequest(LinkRecord.self, where: \.installation == id))
      )
    }
    guard let (origin, folders, links) = found else { return .missing }
    if !origin.record.isFromInstall { return .rebuilt }
    let id = origin.record.id
    let records = try await connection.objects(
      FetchRequest(
        FileRecord.self, where: .related(\.folder, \.installation == id),
        sortedBy: [.ascending(\.id)]))
    let isCurrent = try connection.read { snapshot throws(StoreError) in
      try snapshot.find(id)?.installed == origin.record.installed
    }
    // An install replaced the record during the read.
    if !isCurrent { return try await contents(of: installed) }
    let paths = Dictionary(
      uniqueKeysWithValues: folders.map { ($0.id, $0.path.isEmpty ? "" : $0.path + "/") })
    let files = records.compactMap { file in
      paths[file.folder].flatMap { Receipt.File(file, in: $0) }
    }
    guard files.count == records.count,
      let receipt = origin.receipt(
        of: installed, files, links.map { Receipt.Link(path: $0.path, target: $0.target) })
    else { return .missing }
    return .original(receipt)
  }
}

extension Receipt.File {
  /// Creates the file for a record. `folder` is the path of the file's folder with a trailing
  /// slash.
  fileprivate init?(_ record: FileRecord, in folder: String) {
    guard let digest = SHA256Digest(bytes: record.digest.bytes),
      let mode = UInt16(exactly: record.mode)
    else { return nil }
    self.init(path: folder + record.name, mode: mode, size: record.size, digest: digest)
  }
}
