/// How much is known about who published the files of a tool. A greater value is a stricter demand.
package enum Provenance: String, CaseIterable, Comparable, Sendable {
  /// The source states the publisher.
  case stated
  /// Attestations prove the publisher.
  case verified

  package static func < (left: Provenance, right: Provenance) -> Bool {
    left == .stated && right == .verified
  }
}
