internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import ObjectStore
internal import Vocabulary

/// The files of the installations in the store.
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
    // The paths are in other tables. An installation that is removed meanwhile is left out.
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
    let found = try connection.read { snapshot throws(StoreError) -> RecordedFacts? in
      guard let record = try snapshot.first(StoredInstallations.request(for: installed)) else {
        return nil
      }
      return try RecordedFacts(record, in: snapshot)
    }
    guard let facts = found else { return .missing }
    if !facts.record.isFromInstall { return .rebuilt }
    let id = facts.record.id
    let files = try await connection.objects(
      FetchRequest(
        FileRecord.self, where: .related(\.folder, \.installation == id),
        sortedBy: [.ascending(\.id)]))
    let isCurrent = try connection.read { snapshot throws(StoreError) in
      try snapshot.find(id)?.installed == facts.record.installed
    }
    // An install has replaced the record while the files were read.
    if !isCurrent { return try await contents(of: installed) }
    return facts.receipt(of: installed, files).map { .original($0) } ?? .missing
  }
}

/// What the store records about an installation except its files.
private struct RecordedFacts: Sendable {
  let record: InstallationRecord
  private let build: Receipt.Build?
  private let parts: [PartRecord]
  private let executables: [ExecutableRecord]
  private let links: [LinkRecord]
  /// The paths of the folders with the slash after them.
  private let folders: [Identity<FolderRecord>: String]

  init(
    _ record: InstallationRecord, in snapshot: borrowing Snapshot
  ) throws(StoreError) {
    self.record = record
    let id = record.id
    build = try snapshot.first(FetchRequest(BuildRecord.self, where: \.installation == id))
      .map { record throws(StoreError) in
        let build = record.id
        let steps = try snapshot.fetch(
          FetchRequest(
            StepRecord.self, where: \.build == build, sortedBy: [.ascending(\.position)]))
        let dependencies = try snapshot.fetch(
          FetchRequest(
            BuildDependencyRecord.self, where: \.build == build, sortedBy: [.ascending(\.tool)]))
        let ruby = try snapshot.first(FetchRequest(RubyRecord.self, where: \.build == build))
        return Receipt.Build(
          steps: steps.map(\.command), dependencies: dependencies.compactMap(BuildDependency.init),
          prefix: record.prefix, system: record.system, ruby: ruby.map(RubyInterface.init))
      }
    parts = try snapshot.fetch(FetchRequest(PartRecord.self, where: \.installation == id))
    executables = try snapshot.fetch(
      FetchRequest(ExecutableRecord.self, where: \.installation == id))
    links = try snapshot.fetch(FetchRequest(LinkRecord.self, where: \.installation == id))
    var folders: [Identity<FolderRecord>: String] = [:]
    for folder in try snapshot.fetch(FetchRequest(FolderRecord.self, where: \.installation == id)) {
      folders[folder.id] = folder.path.isEmpty ? "" : folder.path + "/"
    }
    self.folders = folders
  }

  /// Returns the receipt with the recorded facts, or `nil` if one of them is invalid.
  func receipt(of installed: InstalledVersion, _ files: [FileRecord]) -> Receipt? {
    guard let platform = Platform(rawValue: record.platform),
      let format = ArtifactFormat(record.format),
      let digest = SHA256Digest(bytes: record.digest.bytes),
      let receiptParts = Self.all(parts.map(Receipt.Part.init)),
      let receiptExecutables = Self.all(executables.map(Receipt.Executable.init)),
      let receiptFiles = Self.all(
        files.map { file in folders[file.folder].flatMap { Receipt.File(file, in: $0) } })
    else { return nil }
    return Receipt(
      tool: installed.tool, version: installed.version, id: installed.id, source: record.source,
      platform: platform, format: format, digest: digest, size: record.size, build: build,
      parts: receiptParts, executables: receiptExecutables, files: receiptFiles,
      links: links.map { Receipt.Link(path: $0.path, target: $0.target) })
  }

  /// Returns the elements, or `nil` if one of them is `nil`.
  private static func all<Element>(_ elements: [Element?]) -> [Element]? {
    let present = elements.compactMap(\.self)
    return present.count == elements.count ? present : nil
  }
}

extension Receipt.Part {
  fileprivate init?(_ record: PartRecord) {
    guard let name = PartName(record.name), let version = VersionText(record.version),
      let format = ArtifactFormat(record.format),
      let digest = SHA256Digest(bytes: record.digest.bytes)
    else { return nil }
    self.init(name: name, version: version, format: format, digest: digest, size: record.size)
  }
}

extension Receipt.Executable {
  fileprivate init?(_ record: ExecutableRecord) {
    guard let name = ExecutableName(record.name) else { return nil }
    self.init(name: name, path: record.path, isDeclared: record.isDeclared)
  }
}

extension Receipt.File {
  /// Creates the file of a record. `folder` is the path of its folder with the slash after it.
  fileprivate init?(_ record: FileRecord, in folder: String) {
    guard let digest = SHA256Digest(bytes: record.digest.bytes),
      let mode = UInt16(exactly: record.mode)
    else { return nil }
    self.init(path: folder + record.name, mode: mode, size: record.size, digest: digest)
  }
}

extension RubyInterface {
  /// Creates the recorded interface.
  fileprivate init(_ record: RubyRecord) {
    self.init(
      abi: record.abi, platform: record.platform, program: record.program, file: record.file)
  }
}

extension BuildDependency {
  /// Creates the recorded dependency, or returns `nil` if one of its values is invalid.
  fileprivate init?(_ record: BuildDependencyRecord) {
    guard let tool = ToolName(record.tool), let version = VersionText(record.version),
      let id = ContentID(record.content)
    else { return nil }
    self.init(tool: tool, version: version, id: id)
  }
}
