package import Diagnostics
internal import Filesystem
package import Layout
internal import Manifests
internal import ObjectStore
internal import Vocabulary

/// The contents of an installation according to the store.
package enum RecordedContents: Hashable, Sendable {
  /// The install that made the files recorded these contents.
  case original(Receipt)
  /// The record was rebuilt from the receipt, so it only repeats what the receipt states. The same
  /// may be true of a record that an older bootstrap made.
  case rebuilt
  /// The installation is not recorded.
  case missing
}

extension InstallationInventory {
  /// Records the installations that this process has just made, with all their contents, in one
  /// transaction. An existing record of an installation is replaced.
  package func record(_ receipts: [Receipt]) throws(Problem) {
    try record(receipts, isFromInstall: true)
  }

  /// Records installations whose record was lost, from the receipts in their folders. An existing
  /// record is replaced. ``contents(of:)`` does not return contents recorded in this way, because
  /// the receipts may have been changed together with the files.
  package func rebuild(from receipts: [Receipt]) throws(Problem) {
    try record(receipts, isFromInstall: false)
  }

  private func record(_ receipts: [Receipt], isFromInstall: Bool) throws(Problem) {
    if receipts.isEmpty { return }
    try write { transaction throws(StoreError) in
      try Self.delete(receipts.map(\.installed), in: transaction)
      var recorded: Set<InstalledVersion> = []
      // The last receipt of an installation replaces the others.
      for receipt in receipts.reversed() where recorded.insert(receipt.installed).inserted {
        try Self.record(receipt, isFromInstall, in: transaction)
      }
    }
  }

  /// Records one installation, which is not recorded yet, in a transaction.
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

  /// Records how an installation was built, in a transaction.
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

  /// Records the files of an installation in a transaction, and the folders that contain them.
  private static func record(
    _ files: [Receipt.File], of installation: Identity<InstallationRecord>,
    in transaction: borrowing Transaction
  ) throws(StoreError) {
    // Paths are compared as bytes: two that are equal as Swift strings may be different files.
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

  /// Returns the recorded contents of an installation. A record with an invalid value, which this
  /// program never writes, counts as missing.
  ///
  /// The files are read on another thread, because there may be tens of thousands. Canceling the
  /// task ends the reading.
  package func contents(
    of installed: InstalledVersion
  ) async throws(Problem) -> RecordedContents {
    typealias Facts = (
      origin: RecordedOrigin, folders: [FolderRecord], links: [LinkRecord]
    )
    let found = try read { snapshot throws(StoreError) -> Facts? in
      guard let record = try snapshot.first(Self.request(for: installed)) else { return nil }
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
    let records = try await objects(
      FetchRequest(
        FileRecord.self, where: .related(\.folder, \.installation == id),
        sortedBy: [.ascending(\.id)]))
    let isCurrent = try read { snapshot throws(StoreError) in
      try snapshot.find(id)?.installed == origin.record.installed
    }
    // An install has replaced the record while the files were read.
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
  /// Creates the file of a record. `folder` is the path of its folder with the slash after it.
  fileprivate init?(_ record: FileRecord, in folder: String) {
    guard let digest = SHA256Digest(bytes: record.digest.bytes),
      let mode = UInt16(exactly: record.mode)
    else { return nil }
    self.init(path: folder + record.name, mode: mode, size: record.size, digest: digest)
  }
}

extension String {
  /// The text before the last slash, which is empty if there is none, and the text after it.
  fileprivate var dividedAtLastSlash: (folder: String, name: String) {
    // A slash and a combining character after it are one character, so this goes by bytes.
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (String(self[..<slash]), String(self[utf8.index(after: slash)...]))
  }
}

extension SHA256Digest {
  /// The digest in the type that the store uses.
  var stored: Digest256 {
    guard let stored = Digest256(bytes) else { preconditionFailure("both have 32 bytes") }
    return stored
  }
}
