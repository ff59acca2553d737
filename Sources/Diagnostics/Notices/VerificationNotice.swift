/// The result of a verification of installed versions.
package enum VerificationNotice: Hashable, Sendable {
  /// A verification has ended.
  case verified(VerificationTotals)
  /// The last verification of an installation. `secondsAgo` is the time since then, or `nil` if
  /// there was none. `wasDamaged` is whether that verification found damage.
  case lastVerified(title: String, secondsAgo: Int?, wasDamaged: Bool)
  /// The result of a verification could not be recorded in the store.
  case notRecorded(Problem)
}
