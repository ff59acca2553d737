/// How long a package manager may take.
package struct ManagerLimits: Sendable {
  /// The time to wait for a lock that another process holds. An upgrade of the whole system in the
  /// background can take this long.
  package let lockWait: Duration
  /// The time after which a manager that prints nothing counts as hanging. A manager prints
  /// nothing while it fetches one large file.
  package let silence: Duration
  /// The time that a hanging manager gets to end by itself before it is killed.
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
