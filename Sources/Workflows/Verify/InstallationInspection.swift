internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport

/// What stands in the folder of one installation, beside what its receipt says: all but the bytes of its files, which
/// ``damage(of:)`` compares one by one, on as many threads as the caller has.
struct InstallationInspection: Sendable {
  let installed: InstalledVersion
  /// The files that are there with their right size, whose bytes are still to be compared.
  let unhashed: [Receipt.File]
  /// How many files the receipt names; 0 without one.
  let fileCount: Int
  /// The bytes of these files together.
  let byteCount: Int

  private let folder: FilePath
  /// What it was unpacked from, where that is a wheel and kept: it has the last word on what a file must be. The digests in a wheel's
  /// receipt are those that the wheel says of itself, and nobody has held them to its files.
  private let wheel: ZipContents?
  /// What the folder is, for a look whether it still is the same.
  private let place: FileStatus
  /// What is wrong without a look at bytes.
  private let fault: InstallationDamage.Kind?

  /// Looks at an installation. nil where it is gone.
  init?(_ installed: InstalledVersion, in root: Root) throws(FileError) {
    let folder = root.folder(of: installed)
    guard let place = try folder.linkStatus() else { return nil }
    self.installed = installed
    self.folder = folder
    self.place = place
    let receipt: Receipt
    do throws(ReceiptFailure) {
      receipt = try Self.receipt(of: installed, in: folder)
    } catch {
      (unhashed, fileCount, byteCount) = ([], 0, 0)
      wheel = nil
      fault = .receipt(error.fault)
      return
    }
    (fileCount, byteCount) = (receipt.files.count, receipt.unpackedSize)
    wheel = Self.wheel(of: receipt, in: root)
    var found = FolderContents()
    found.read(folder, below: nil)
    let comparison = FolderComparison(of: found, with: receipt)
    unhashed = comparison.alike
    fault = comparison.damages.isEmpty ? nil : .files(comparison.damages)
  }

  /// Whether another process has put other bytes into its place meanwhile, or has taken it away.
  var isOutdated: Bool {
    guard let now = (try? folder.linkStatus()) ?? nil else { return true }
    return (now.device, now.inode) != (place.device, place.inode)
  }

  /// What is wrong with the bytes of one of ``unhashed``. nil: nothing.
  func damage(of file: Receipt.File) -> FileDamage? {
    do throws(FileError) {
      let (digest, _) = try SHA256.digest(ofFile: folder.appending(file.path))
      let expected = originalDigest(of: file) ?? file.digest
      return digest == expected ? nil : FileDamage(path: file.path, fault: .digest)
    } catch {
      return FileDamage(
        path: file.path, fault: error.isMissing ? .missing : .unreadable(reason: error.reason))
    }
  }

  /// nil where nothing but the receipt says what a file must be.
  private func originalDigest(of file: Receipt.File) -> SHA256Digest? {
    guard let wheel,
      let place = FilePath(file.path).relative(to: FilePath(Receipt.contentName)),
      let member = try? MemberPath(place.string)
    else { return nil }
    return (try? wheel.digest(of: member)) ?? nil
  }

  private static func wheel(of receipt: Receipt, in root: Root) -> ZipContents? {
    guard receipt.format == .wheel else { return nil }
    return (try? ZipContents(of: root.download(receipt.digest), withDigest: receipt.digest)) ?? nil
  }

  /// All damage of the installation, with `bytes` from ``damage(of:)``. nil: none.
  func damage(with bytes: [FileDamage]) -> InstallationDamage? {
    var kind = fault
    if !bytes.isEmpty {
      var files = bytes
      if case .files(let others)? = fault { files += others }
      kind = .files(files)
    }
    guard let kind else { return nil }
    var sorted = kind
    if case .files(let files) = kind {
      sorted = .files(files.sorted { FilePath($0.path) < FilePath($1.path) })
    }
    return InstallationDamage(
      tool: installed.tool.text, version: installed.version.text, kind: sorted)
  }

  private struct ReceiptFailure: Error {
    let fault: ReceiptFault
  }

  private static func receipt(
    of installed: InstalledVersion, in folder: FilePath
  ) throws(ReceiptFailure) -> Receipt {
    let text: [UInt8]?
    do throws(FileError) {
      text = try folder.appending(Receipt.fileName)
        .contentsIfPresent(limit: Receipt.maximumByteCount)
    } catch {
      throw ReceiptFailure(fault: .unreadable(reason: error.reason))
    }
    guard let text else { throw ReceiptFailure(fault: .missing) }
    // One that contradicts itself was written by nobody.
    guard let receipt = Receipt(text: text), receipt.id == receipt.contentID else {
      throw ReceiptFailure(fault: .malformed)
    }
    guard
      (receipt.tool, receipt.version, receipt.id)
        == (installed.tool, installed.version, installed.id)
    else {
      throw ReceiptFailure(fault: .foreign(title: "\(receipt.tool) \(receipt.version)"))
    }
    return receipt
  }
}
