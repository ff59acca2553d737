internal import Inventory
internal import Layout

extension Root {
  /// Returns the records of installations. For unrecorded installations, returns the records that
  /// the next change to the root will recreate from their receipts.
  ///
  /// - Parameters:
  ///   - installed: The installations. Installations without a record and a receipt are left out.
  ///   - recorded: The records in the store.
  ///   - now: The current time, in seconds since 1970.
  func records(
    of installed: [InstalledVersion], _ recorded: [RecordedInstallation], now: Int64
  ) -> [InstalledVersion: RecordedInstallation] {
    var records = Dictionary(recorded.map { ($0.installed, $0) }, uniquingKeysWith: { $1 })
    // Comparing the index with nil avoids copying thousands of records.
    for one in installed where records.index(forKey: one) == nil {
      if let receipt = (try? Receipt.read(in: folder(of: one))) ?? nil {
        records[one] = RecordedInstallation(.init(receipt, isFromInstall: false), now: now)
      }
    }
    return records
  }
}
