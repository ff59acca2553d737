internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport

/// A comparison of one installation's folder with its receipt.
///
/// Creating an inspection checks everything but the bytes of files. ``damage(of:)`` checks those,
/// one file per call, so that the caller can spread the work over threads.
struct InstallationInspection: Sendable {
  let installed: InstalledVersion
  /// The files that exist with the expected size, whose bytes are still to be compared.
  let unhashed: [Receipt.File]
  /// The number of files in the receipt, or 0 if there is no valid receipt.
  let fileCount: Int
  /// The total size of the files in the receipt, in bytes.
  let byteCount: Int

  private let folder: FilePath
  /// The wheel that the installation was unpacked from, or `nil` if its download no longer exists
  /// or the artifact is not a wheel.
  ///
  /// The wheel takes precedence over the receipt, because the receipt's digests are copied from
  /// the wheel's own record and were never checked against its files.
  private let wheel: ZipContents?
  /// The status of the folder when the inspection began. A different inode later shows that the
  /// folder was replaced.
  private let place: FileStatus
  /// The damage found without reading files, or `nil` if there is none.
  private let fault: InstallationDamage.Kind?

  /// Inspects an installation, or returns `nil` if it no longer exists.
  ///
  /// - Throws: ``FileError`` if the status of the folder cannot be read. Any other error is damage.
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
    unhashed = comparison.sameSize
    fault = comparison.damages.isEmpty ? nil : .files(comparison.damages)
  }

  /// Whether another process has replaced or removed the installation since the inspection began.
  var isOutdated: Bool {
    guard let now = (try? folder.linkStatus()) ?? nil else { return true }
    return (now.device, now.inode) != (place.device, place.inode)
  }

  /// Returns the damage to the bytes of one of the ``unhashed`` files, or `nil` if there is none.
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

  /// Returns the digest of the file in the wheel, or `nil` if only the receipt has a digest of it.
  private func originalDigest(of file: Receipt.File) -> SHA256Digest? {
    guard let wheel,
      let place = FilePath(file.path).relative(to: FilePath(Receipt.contentName)),
      let member = try? MemberPath(place.string)
    else { return nil }
    return (try? wheel.digest(of: member)) ?? nil
  }

  /// Returns the contents of the downloaded wheel, or `nil` if the artifact is not a wheel, or the
  /// download is missing or has other bytes.
  private static func wheel(of receipt: Receipt, in root: Root) -> ZipContents? {
    guard receipt.format == .wheel else { return nil }
    return (try? ZipContents(of: root.download(receipt.digest), withDigest: receipt.digest)) ?? nil
  }

  /// Returns all damage to the installation, sorted by path, or `nil` if there is none.
  ///
  /// - Parameter byteDamage: The damage that ``damage(of:)`` returned for the ``unhashed`` files.
  func damage(with byteDamage: [FileDamage]) -> InstallationDamage? {
    var kind = fault
    if !byteDamage.isEmpty {
      var files = byteDamage
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

  /// An error for a receipt that is missing, unreadable, malformed, or of another installation.
  private struct ReceiptFailure: Error {
    let fault: ReceiptFault
  }

  /// Reads the receipt in `folder`.
  ///
  /// - Throws: ``ReceiptFailure`` if there is no valid receipt of `installed`.
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
    // The program never writes a receipt whose id does not match its contents.
    guard let receipt = Receipt(text: text), receipt.id == receipt.contentID else {
      throw ReceiptFailure(fault: .malformed)
    }
    guard receipt.installed == installed else {
      throw ReceiptFailure(fault: .foreign(title: "\(receipt.tool) \(receipt.version)"))
    }
    return receipt
  }
}
