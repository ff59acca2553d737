internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests

/// An installation to inspect, with its receipt.
struct InspectionCandidate: Sendable {
  let installed: InstalledVersion
  let folder: FilePath
  /// The status of the folder when the inspection began.
  let place: FileStatus
  /// The receipt, whose facts give the content id, or `nil` if ``receiptFault`` is not.
  let receipt: Receipt?
  let receiptFault: ReceiptFault?

  /// Reads the receipt of an installation, or returns `nil` if the installation no longer exists.
  ///
  /// - Throws: ``FileError`` if the status of the folder cannot be read, or the process or the
  ///   system has no descriptors or no memory left. Any other error is damage.
  init?(_ installed: InstalledVersion, in root: Root) throws(FileError) {
    let folder = root.folder(of: installed)
    guard let place = try folder.linkStatus() else { return nil }
    self.installed = installed
    self.folder = folder
    self.place = place
    switch try Self.receipt(of: installed, in: folder) {
    case .success(let receipt): (self.receipt, receiptFault) = (receipt, nil)
    case .failure(let failure): (receipt, receiptFault) = (nil, failure.fault)
    }
  }

  /// An error for a receipt that is missing, unreadable, malformed, or of another installation.
  private struct ReceiptFailure: Error {
    let fault: ReceiptFault
  }

  /// Reads the receipt in `folder`.
  private static func receipt(
    of installed: InstalledVersion, in folder: FilePath
  ) throws(FileError) -> Result<Receipt, ReceiptFailure> {
    let text: [UInt8]?
    do {
      text = try folder.appending(Receipt.fileName)
        .contentsIfPresent(limit: Receipt.maximumByteCount)
    } catch {
      if error.isExhaustion { throw error }
      return .failure(ReceiptFailure(fault: .unreadable(reason: error.reason)))
    }
    guard let text else { return .failure(ReceiptFailure(fault: .missing)) }
    // The program never writes a receipt whose id does not match its contents.
    guard let receipt = Receipt(text: text), receipt.id == receipt.contentID else {
      return .failure(ReceiptFailure(fault: .malformed))
    }
    guard receipt.installed == installed else {
      return .failure(
        ReceiptFailure(fault: .foreign(tool: receipt.tool, version: receipt.version)))
    }
    return .success(receipt)
  }
}
