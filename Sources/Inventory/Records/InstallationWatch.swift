/// A watch over the records of installations, from ``InstallationRepository/watch()``.
package struct InstallationWatch: Sendable {
  private let look: @Sendable () -> Bool

  /// Creates a watch.
  ///
  /// - Parameter look: Returns whether a record may have changed since.
  init(_ look: @escaping @Sendable () -> Bool) { self.look = look }

  /// Whether a record may have been added, changed, or deleted through the same inventory since the
  /// watch began.
  package var hasSeenChange: Bool { look() }
}
