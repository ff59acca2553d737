internal import Diagnostics
internal import Layout
internal import ObjectStore

/// The stored repository of verifications.
struct StoredVerifications: Repository {
  let connection: StoreConnection

  func values() throws(Problem) -> [Verification] {
    try connection.read { snapshot throws(StoreError) in
      let installations = try StoredInstallations.identities(in: snapshot)
      let order = [Sort<VerificationRecord>.ascending(\.time)]
      return try snapshot.fetch(FetchRequest(VerificationRecord.self, sortedBy: order))
        .compactMap { record in
          installations[record.installation].map { Verification(record, of: $0) }
        }
    }
  }

  func value(_ installed: InstalledVersion) throws(Problem) -> Verification? {
    try connection.read { snapshot throws(StoreError) -> Verification? in
      guard let installation = try snapshot.first(StoredInstallations.request(for: installed)),
        installation.removed == nil
      else { return nil }
      let id = installation.id
      return try snapshot.first(FetchRequest(VerificationRecord.self, where: \.installation == id))
        .map { Verification($0, of: installed) }
    }
  }

  func save(_ verifications: [Verification]) throws(Problem) {
    try connection.write { transaction throws(StoreError) in
      var records: [VerificationRecord] = []
      for verification in verifications {
        let request = StoredInstallations.request(for: verification.installed)
        guard let installation = try transaction.identities(request).first else { continue }
        records.append(
          VerificationRecord(
            installation: installation, time: Timestamp(rawValue: verification.time),
            files: verification.fileCount, damaged: verification.damagedCount))
      }
      try transaction.execute(
        BatchInsert(records, onConflict: .update(.on(\.installation)), returning: .status))
    }
  }
}

extension Verification {
  /// Creates the verification for a record.
  fileprivate init(_ record: VerificationRecord, of installed: InstalledVersion) {
    self.init(
      installed: installed, time: record.time.rawValue, fileCount: record.files,
      damagedCount: record.damaged)
  }
}
