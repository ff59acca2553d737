/// A version that exists and cannot be chosen.
package struct ExcludedVersion: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A prerelease, and no requirement names one.
    case prerelease
    /// Its author took it back; empty where no reason is given.
    case yanked(reason: String)
    /// It is younger than the cooldown: how long it has been out and the cooldown, in seconds, and when it is free (RFC 3339).
    case cooldown(age: Int, cooldown: Int, free: String)
    /// It has nothing for these platforms; none: for any that is wanted.
    case platforms([String])
    /// The source lists it, and what it needs cannot be read.
    case unreadable(detail: String)
  }

  package let tool: String
  package let version: String
  package let reason: Reason

  package init(tool: String, version: String, reason: Reason) {
    self.tool = tool
    self.version = version
    self.reason = reason
  }
}
