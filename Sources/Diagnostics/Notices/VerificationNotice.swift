package import Vocabulary

/// The result of a verification of installed versions, or of publishers.
package enum VerificationNotice: Hashable, Sendable {
  /// A verification finished.
  case verified(VerificationTotals)
  /// When an installation was last verified. `secondsAgo` is `nil` if it never was. `wasDamaged` is
  /// `true` if the verification found damage.
  case lastVerified(title: String, secondsAgo: Int?, wasDamaged: Bool)
  /// The result of a verification could not be recorded in the store.
  case notRecorded(Problem)
  /// The publishers of `verifiedCount` locked tools were proved again. The lock has no verified
  /// publisher for the tools in `unverified`.
  case publishers(verifiedCount: Int, unverified: [ToolName])
}
