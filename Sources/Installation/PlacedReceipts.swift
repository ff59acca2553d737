package import Filesystem
package import Layout

/// The receipts of the builds that a change of the root makes visible, in its staging area.
///
/// The files of a build follow from nothing that can be fetched again, so `verify` goes by the
/// record in the store. If a process dies when a build is visible, but not recorded yet, the next
/// process records it from here. The receipt in the installation would not do, because `verify`
/// trusts nothing that lies beside the files.
package struct PlacedReceipts: Sendable {
  let folder: FilePath

  /// The receipts in a folder of the staging area, which may have none.
  ///
  /// - Parameter staging: The folder of a process.
  package init(in staging: FilePath) { folder = staging.appending("placed") }

  /// Adds receipts. The caller syncs them before the installations become visible.
  func add(_ receipts: [Receipt]) throws(FileError) {
    if receipts.isEmpty { return }
    try folder.makeDirectories()
    for receipt in receipts {
      let name = "\(receipt.tool)@\(receipt.installed.folderName)"
      try folder.appending(name).replaceContents(with: receipt.text, isDurable: false)
    }
  }

  /// Adds the receipts of a process that died, which loses them.
  func take(from other: PlacedReceipts) throws(FileError) {
    guard other.folder.isDirectory else { return }
    try folder.makeDirectories()
    for name in try Directory.open(other.folder).entries() {
      try other.folder.appending(name).rename(to: folder.appending(name))
    }
    try folder.synchronize()
  }

  /// Returns the receipts of the installations that have become visible in a root.
  package func visible(in root: Root) throws(FileError) -> [Receipt] {
    guard folder.isDirectory else { return [] }
    var visible: [Receipt] = []
    for name in try Directory.open(folder).entries() {
      let text = try folder.appending(name).contents(limit: Receipt.maximumByteCount)
      guard let receipt = Receipt(text: text) else { continue }
      let path = root.folder(of: receipt.installed).appending(Receipt.fileName)
      // What it was to replace may still be in its place.
      if try path.contentsIfPresent(limit: Receipt.maximumByteCount) == text {
        visible.append(receipt)
      }
    }
    return visible
  }
}
