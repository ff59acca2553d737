package import Diagnostics
package import Layout
internal import Manifests
internal import ObjectStore

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
    try write { transaction throws(StoreError) in
      for receipt in receipts { try Self.record(receipt, isFromInstall, in: transaction) }
    }
  }

  /// Records one installation in a transaction, replacing an existing record.
  private static func record(
    _ receipt: Receipt, _ isFromInstall: Bool, in transaction: borrowing Transaction
  ) throws(StoreError) {
    let tool = try transaction.upsert(ToolRecord(name: receipt.tool.text), on: .on(\.name))
    try remove(receipt.installed, in: transaction)
    let installation = try transaction.insert(
      InstallationRecord(
        tool: tool, version: receipt.version.text, content: receipt.id.description,
        platform: receipt.platform.rawValue, source: receipt.source, format: receipt.format.text,
        digest: receipt.digest.stored, size: receipt.size, unpackedSize: receipt.unpackedSize,
        installed: .now, isFromInstall: isFromInstall))
    for part in receipt.parts {
      _ = try transaction.insert(
        PartRecord(
          installation: installation, name: part.name.text, version: part.version.text,
          format: part.format.text, digest: part.digest.stored, size: part.size))
    }
    for file in receipt.files {
      _ = try transaction.insert(
        FileRecord(
          installation: installation, path: file.path, size: file.size, mode: Int(file.mode),
          digest: file.digest.stored))
    }
    for link in receipt.links {
      _ = try transaction.insert(
        LinkRecord(installation: installation, path: link.path, target: link.target))
    }
    for executable in receipt.executables {
      _ = try transaction.insert(
        ExecutableRecord(
          installation: installation, name: executable.name.text, path: executable.path,
          isDeclared: executable.isDeclared))
    }
  }

  /// Returns the recorded contents of an installation. A record with an invalid value, which this
  /// program never writes, counts as missing.
  package func contents(of installed: InstalledVersion) throws(Problem) -> RecordedContents {
    try read { snapshot throws(StoreError) in
      guard let record = try snapshot.fetch(Self.request(for: installed)).first else {
        return .missing
      }
      if !record.isFromInstall { return .rebuilt }
      return try Self.receipt(of: installed, record, in: snapshot).map { .original($0) } ?? .missing
    }
  }

  /// Returns the receipt with the recorded facts, or `nil` if one of them is invalid.
  private static func receipt(
    of installed: InstalledVersion, _ record: InstallationRecord,
    in snapshot: borrowing some ReadAccess & ~Copyable
  ) throws(StoreError) -> Receipt? {
    let id = record.id
    let parts = try snapshot.fetch(FetchRequest(PartRecord.self, where: \.installation == id))
    let executables = try snapshot.fetch(
      FetchRequest(ExecutableRecord.self, where: \.installation == id))
    let files = try snapshot.fetch(FetchRequest(FileRecord.self, where: \.installation == id))
    let links = try snapshot.fetch(FetchRequest(LinkRecord.self, where: \.installation == id))
    guard let platform = Platform(rawValue: record.platform),
      let format = ArtifactFormat(record.format),
      let digest = SHA256Digest(bytes: record.digest.bytes),
      let receiptParts = all(parts.map(Receipt.Part.init)),
      let receiptExecutables = all(executables.map(Receipt.Executable.init)),
      let receiptFiles = all(files.map(Receipt.File.init))
    else { return nil }
    return Receipt(
      tool: installed.tool, version: installed.version, id: installed.id, source: record.source,
      platform: platform, format: format, digest: digest, size: record.size, parts: receiptParts,
      executables: receiptExecutables, files: receiptFiles,
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
  fileprivate init?(_ record: FileRecord) {
    guard let digest = SHA256Digest(bytes: record.digest.bytes),
      let mode = UInt16(exactly: record.mode)
    else { return nil }
    self.init(path: record.path, mode: mode, size: record.size, digest: digest)
  }
}

extension SHA256Digest {
  /// The digest in the type that the store uses.
  fileprivate var stored: Digest256 {
    guard let stored = Digest256(bytes) else { preconditionFailure("both have 32 bytes") }
    return stored
  }
}
