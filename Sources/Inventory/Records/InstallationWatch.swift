/// A watch over the records of installations, from ``InstallationRepository/watch()``.
package struct InstallationWatch: Sendable {
  private let look: @Sendable () -> Bool

  /// Creates a watch.
  ///
  /// - Parameter look: Returns whether a record may have changed since.
  init(_ look: @escaping @Sendable () -> Bool) { self.look = look }

  /// Whether this process may have added, changed, or deleted a record since the watch began. If
  /// false, all records are as they were.
  package var hasSeenChange: Bool { look() }
}
