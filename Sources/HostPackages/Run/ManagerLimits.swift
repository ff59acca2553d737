/// The time limits of a package manager.
package struct ManagerLimits: Sendable {
  /// The time to wait for a lock that another process holds. A background upgrade of the whole
  /// system can hold it this long.
  package let lockWait: Duration
  /// The time without output after which a manager counts as hanging. It is long, because a manager
  /// prints nothing while it downloads a large file.
  package let silence: Duration
  /// The time between asking a hanging manager to end and killing it.
  package let grace: Duration

  /// Creates limits. See the properties.
  package init(
    lockWait: Duration = .seconds(600), silence: Duration = .seconds(1800),
    grace: Duration = .seconds(10)
  ) {
    self.lockWait = lockWait
    self.silence = silence
    self.grace = grace
  }
}
