internal import Cryptography
internal import Diagnostics

/// The proven times at which a signature existed: that of its log entry, and those of timestamp
/// authorities. There is at least one.
struct SigningTimes {
  /// Seconds since 1970.
  let seconds: [Int]
  let earliest: Int

  /// Verifies all proofs of the time in a bundle. A valid proof does not make up for an invalid
  /// one.
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

  /// Verifies that the signature was logged. Returns `nil` if the root has no logs, like GitHub's
  /// root for private repositories. In that case, only a timestamp counts.
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
