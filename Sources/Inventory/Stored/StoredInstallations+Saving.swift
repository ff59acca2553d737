internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import ObjectStore
internal import Vocabulary

extension StoredInstallations {
  func save(_ drafts: [RecordedInstallation.Draft]) throws(Problem) {
    if drafts.isEmpty { return }
    try connection.write { transaction throws(StoreError) in
      try Self.delete(drafts.map(\.receipt.installed), in: transaction)
      for draft in drafts.lastOfEach {
        try Self.record(draft.receipt, draft.isFromInstall, in: transaction)
      }
    }
  }

  /// Records an installation that has no record yet.
  private static func record(
    _ receipt: Receipt, _ isFromInstall: Bool, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let tool = try transaction.upsert(ToolRecord(name: receipt.tool.text), on: .on(\.name))
    let installation = try transaction.insert(
      InstallationRecord(
        tool: tool, version: receipt.version.text, content: receipt.id.description,
        platform: receipt.platform.rawValue, source: receipt.source, format: receipt.format.text,
        digest: receipt.digest.stored, size: receipt.size, unpackedSize: receipt.unpackedSize,
        installed: .now, isFromInstall: isFromInstall, lastUsed: nil, removed: nil))
    try transaction.execute(
      BatchInsert(
        receipt.parts.map { part in
          PartRecord(
            installation: installation, name: part.name.text, version: part.version.text,
            format: part.format.text, digest: part.digest.stored, size: part.size)
        }, returning: .status))
    if let build = receipt.build { try record(build, of: installation, in: transaction) }
    try record(receipt.files, of: installation, in: transaction)
    try transaction.execute(
      BatchInsert(
        receipt.links.map {
          LinkRecord(installation: installation, path: $0.path, target: $0.target)
        }, returning: .status))
    try transaction.execute(
      BatchInsert(
        receipt.executables.map { executable in
          ExecutableRecord(
            installation: installation, name: executable.name.text, path: executable.path,
            isDeclared: executable.isDeclared)
        }, returning: .status))
  }

  /// Records how an installation was built.
  private static func record(
    _ build: Receipt.Build, of installation: Identity<InstallationRecord>,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    let id = try transaction.insert(
      BuildRecord(installation: installation, prefix: build.prefix, system: build.system))
    if let ruby = build.ruby {
      _ = try transaction.insert(
        RubyRecord(
          build: id, abi: ruby.abi, platform: ruby.platform, program: ruby.program,
          file: ruby.file))
    }
    try transaction.execute(
      BatchInsert(
        build.steps.enumerated().map { position, command in
          StepRecord(build: id, position: position, command: command)
        }, returning: .status))
    try transaction.execute(
      BatchInsert(
        build.dependencies.map { dependency in
          BuildDependencyRecord(
            build: id, tool: dependency.tool.text, version: dependency.version.text,
            content: dependency.id.description)
        }, returning: .status))
  }

  /// Records an installation's files and the folders that contain them.
  private static func record(
    _ files: [Receipt.File], of installation: Identity<InstallationRecord>,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    // Compares paths as bytes, because different paths may be equal as Swift strings.
    var indices: [FilePath: Int] = [:]
    var folders: [FolderRecord] = []
    var places: [(folder: Int, name: String)] = []
    places.reserveCapacity(files.count)
    for file in files {
      let (path, name) = file.path.dividedAtLastSlash
      let key = FilePath(path)
      if let index = indices[key] {
        places.append((index, name))
      } else {
        indices[key] = folders.count
        places.append((folders.count, name))
        folders.append(FolderRecord(installation: installation, path: path))
      }
    }
    let identities = try transaction.execute(BatchInsert(folders, returning: .identities))
    try transaction.execute(
      BatchInsert(
        zip(files, places).map { file, place in
          FileRecord(
            folder: identities[place.folder], name: place.name, size: file.size,
            mode: Int(file.mode), digest: file.digest.stored)
        }, returning: .status))
  }
}

extension SHA256Digest {
  /// The digest as the type that the store uses.
  var stored: Digest256 {
    guard let stored = Digest256(bytes) else { preconditionFailure("both have 32 bytes") }
    return stored
  }
}
