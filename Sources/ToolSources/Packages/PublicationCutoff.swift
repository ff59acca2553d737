package import Vocabulary

/// The time by which a file must have been published to be old enough for a cooldown.
package struct PublicationCutoff: Hashable, Sendable {
  package let time: ReleaseTime
  /// Whether a file without a known time is old enough.
  package let admitsUnknown: Bool

  /// Creates a cutoff.
  package init(_ time: ReleaseTime, admitsUnknown: Bool = false) {
    self.time = time
    self.admitsUnknown = admitsUnknown
  }

  /// Returns whether a file that was published at `published` is old enough. `published` is `nil`
  /// if the time is unknown.
  package func admits(_ published: ReleaseTime?) -> Bool {
    published.map { $0 <= time } ?? admitsUnknown
  }
}
