internal import Diagnostics
internal import Manifests

extension Policy {
  /// Returns the line that forbids files from a publisher, or `nil` if they are allowed.
  ///
  /// - Parameter publisher: The verified publisher, or `nil` if none is verified.
  func line(forbiddingPublisher publisher: VerifiedPublisher?) -> PolicyLine? {
    line {
      if case .publisher(let pattern) = $0 { pattern } else { nil }
    } unless: { patterns in
      publisher.map { publisher in patterns.contains { $0.admits(publisher) } } ?? false
    }
  }
}
