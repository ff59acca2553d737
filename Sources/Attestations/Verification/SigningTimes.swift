internal import Cryptography
internal import Diagnostics

/// The times at which a signature existed, as far as they are proved: the log's time of the entry,
/// and those of timestamp authorities. There is at least one.
struct SigningTimes {
  /// Seconds since 1970.
  let seconds: [Int]
  let earliest: Int

  /// Verifies all proofs of the time in a bundle. One that is wrong is not made up for by another.
  init(of bundle: SigstoreBundle, in root: TrustedRoot) throws(AttestationFault) {
    var seconds: [Int] = []
    let entry = try Self.verifiedEntry(of: bundle, in: root)
    if let time = entry?.time { seconds.append(time) }
    for timestamp in bundle.timestamps {
      let time = TimestampResponse(der: timestamp)?
        .time(of: bundle.signature, by: root.timestampAuthorities)
      guard let time else { throw .timestamp }
      seconds.append(time)
    }
    guard let earliest = seconds.min() else { throw .noTime }
    if let log = entry?.log, let time = seconds.first(where: { !log.validity.contains($0) }) {
      throw .outsideValidity(of: .log, time: time)
    }
    self.seconds = seconds
    self.earliest = earliest
  }

  /// Verifies that the signature was logged. Returns `nil` if the root has no log, as that of
  /// GitHub for private repositories: then only a timestamp counts.
  private static func verifiedEntry(
    of bundle: SigstoreBundle, in root: TrustedRoot
  ) throws(AttestationFault) -> (log: TransparencyLog, time: Int?)? {
    guard let entry = bundle.entry else {
      guard root.logs.isEmpty else { throw .log(.noEntry) }
      return nil
    }
    do {
      return try entry.verified(in: root, requiresProof: bundle.kind != .promised)
    } catch {
      throw .log(error)
    }
  }
}
