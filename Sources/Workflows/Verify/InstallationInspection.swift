internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Installation
internal import Layout
internal import Transport
internal import Vocabulary

/// A comparison of one installation's folder with the contents that it must have.
///
/// Creating an inspection checks everything but the bytes of files. ``damage(of:)`` checks those,
/// one file per call, so that the caller can spread the work over threads.
struct InstallationInspection: Sendable {
  let installed: InstalledVersion
  let basis: InstallationAnchor.Basis
  /// The files that exist with the expected size, whose bytes are still to be compared.
  let unhashed: [Receipt.File]
  /// The number of expected files, or 0 if nothing is available for comparison.
  let fileCount: Int
  /// The total size of the expected files in bytes.
  let byteCount: Int

  private let folder: FilePath
  private let expected: ExpectedContents?
  /// The status of the folder when the inspection began. A different inode later shows that the
  /// folder was replaced.
  private let place: FileStatus
  /// The damage found without reading files, or `nil` if there is none.
  private let fault: InstallationDamage.Kind?

  /// Inspects an installation.
  ///
  /// - Parameters:
  ///   - candidate: The installation with its receipt.
  ///   - anchor: The contents that the installation must have. If nothing vouches for them, they
  ///     are those in the receipt.
  ///   - comparesReceipts: Whether to compare an installation for which nothing vouches.
  /// - Throws: ``FileError`` if the process or the system has no descriptors or no memory left.
  ///   Any other error is damage.
  init(
    of candidate: InspectionCandidate, _ anchor: InstallationAnchor, comparesReceipts: Bool
  ) throws(FileError) {
    installed = candidate.installed
    basis = anchor.basis
    folder = candidate.folder
    place = candidate.place
    var receiptFault = candidate.receiptFault
    if let contents = anchor.contents {
      expected = contents
      if let receipt = candidate.receipt, !contents.receipt.agrees(with: receipt) {
        receiptFault = .changed
      }
    } else {
      expected = comparesReceipts ? candidate.receipt.map(ExpectedContents.init) : nil
    }
    guard let receipt = expected?.receipt else {
      (unhashed, fileCount, byteCount) = ([], 0, 0)
      fault = comparesReceipts ? receiptFault.map { .receipt($0) } : nil
      return
    }
    (fileCount, byteCount) = (receipt.files.count, receipt.unpackedSize)
    var found = FolderContents()
    try found.read(folder, below: nil)
    let comparison = FolderComparison(of: found, with: receipt)
    unhashed = comparison.sameSize
    // A link to an intact folder may lead to a changed one later.
    let isFolder = place.kind == .directory
    let damages = comparison.damages + (isFolder ? [] : [FileDamage(path: ".", fault: .kind)])
    fault =
      damages.isEmpty && receiptFault == nil ? nil : .files(damages, receipt: receiptFault)
  }

  /// Whether another process has replaced or removed the installation since the inspection began.
  var isOutdated: Bool {
    guard let now = (try? folder.linkStatus()) ?? nil else { return true }
    return (now.device, now.inode) != (place.device, place.inode)
  }

  /// Returns the damage to the bytes of one of the ``unhashed`` files, or `nil` if there is none. A
  /// file whose bytes the disk does not return is damaged, because installing it again may help.
  ///
  /// - Throws: ``FileError`` if the process or the system has no descriptors or no memory left.
  func damage(of file: Receipt.File) throws(FileError) -> FileDamage? {
    do {
      let (digest, _) = try SHA256.digest(ofFile: folder.appending(file.path))
      let isIntact = digest == expected?.digest(of: file)
      return isIntact ? nil : FileDamage(path: file.path, fault: .digest)
    } catch {
      if error.isExhaustion { throw error }
      return FileDamage(
        path: file.path, fault: error.isMissing ? .missing : .unreadable(reason: error.reason))
    }
  }

  /// Returns all damage to the installation, sorted by path, or `nil` if there is none.
  ///
  /// - Parameter byteDamage: The damage that ``damage(of:)`` returned for the ``unhashed`` files.
  func damage(with byteDamage: [FileDamage]) -> InstallationDamage? {
    var kind = fault
    switch fault {
    case nil where !byteDamage.isEmpty: kind = .files(byteDamage)
    case .files(let others, let receipt)?: kind = .files(others + byteDamage, receipt: receipt)
    case nil, .receipt?: break
    }
    guard let kind else { return nil }
    var sorted = kind
    if case .files(let files, let receipt) = kind {
      sorted = .files(
        files.sorted { FilePath($0.path) < FilePath($1.path) }, receipt: receipt)
    }
    return InstallationDamage(tool: installed.tool, version: installed.version, kind: sorted)
  }
}

extension Receipt {
  /// Whether `other` states the same as this receipt, except for its source and platform. Those do
  /// not follow from the downloads, and two projects may lock one artifact from different sources.
  fileprivate func agrees(with other: Receipt) -> Bool {
    let comparable = Receipt(
      tool: other.tool, version: other.version, id: other.id, source: source, platform: platform,
      format: other.format, digest: other.digest, size: other.size, build: other.build,
      parts: other.parts,
      executables: other.executables, files: other.files, links: other.links)
    let (text, otherText) = (text, comparable.text)
    if text == otherText { return true }
    // The order of the lines has no meaning.
    let newline = UInt8(ascii: "\n")
    return text.count == otherText.count
      && Set(text.split(separator: newline)) == Set(otherText.split(separator: newline))
  }
}
