internal import Inventory
internal import Layout

extension Root {
  /// Returns what is known about installations: what the store has recorded, and for the others,
  /// what their receipts say, as the next change of the root will record it.
  ///
  /// - Parameters:
  ///   - installed: The installations. Those without a record and a receipt are left out.
  ///   - recorded: What the store has recorded.
  ///   - now: The current time, in seconds since 1970.
  func records(
    of installed: [InstalledVersion], _ recorded: [RecordedInstallation], now: Int64
  ) -> [InstalledVersion: RecordedInstallation] {
    var records = Dictionary(recorded.map { ($0.installed, $0) }, uniquingKeysWith: { $1 })
    // The index, because a root may have thousands of records to copy.
    for one in installed where records.index(forKey: one) == nil {
      if let receipt = (try? Receipt.read(in: folder(of: one))) ?? nil {
        records[one] = RecordedInstallation(recreatedFrom: receipt, now: now)
      }
    }
    return records
  }
}
