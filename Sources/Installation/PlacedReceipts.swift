package import Filesystem
package import Layout

/// Copies of the receipts of new builds, in the staging area of the process that places them.
///
/// Built files cannot be downloaded again for comparison, so `verify` compares them with the record
/// in the store. If a process dies after it places a build and before it records it, the next
/// process records the build from its copy. The receipt in the installation cannot serve, because
/// whoever changes the files could change it, too.
package struct PlacedReceipts: Sendable {
  let folder: FilePath

  /// Creates the collection of a process. It need not exist yet.
  ///
  /// - Parameter staging: The staging folder of that process.
  package init(in staging: FilePath) { folder = staging.appending("placed") }

  /// Adds receipts. The caller must sync them before it places the installations.
  func add(_ receipts: [Receipt]) throws(FileError) {
    if receipts.isEmpty { return }
    try folder.makeDirectories()
    for receipt in receipts {
      let name = "\(receipt.tool)@\(receipt.installed.folderName)"
      try folder.appending(name).replaceContents(with: receipt.text, isDurable: false)
    }
  }

  /// Moves the receipts of a process that died into this collection.
  func take(from other: PlacedReceipts) throws(FileError) {
    guard other.folder.isDirectory else { return }
    try folder.makeDirectories()
    for name in try Directory.open(other.folder).entries() {
      try other.folder.appending(name).rename(to: folder.appending(name))
    }
    try folder.synchronize()
  }

  /// Returns the receipts whose installations are in place.
  package func placed(in root: Root) throws(FileError) -> [Receipt] {
    guard folder.isDirectory else { return [] }
    var placed: [Receipt] = []
    for name in try Directory.open(folder).entries() {
      let text = try folder.appending(name).contents(limit: Receipt.maximumByteCount)
      guard let receipt = Receipt(text: text) else { continue }
      let path = root.folder(of: receipt.installed).appending(Receipt.fileName)
      // The installation that the build replaces may still be there.
      if try path.contentsIfPresent(limit: Receipt.maximumByteCount) == text {
        placed.append(receipt)
      }
    }
    return placed
  }
}
