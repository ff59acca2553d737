package import Vocabulary

/// A difference between a locked artifact and the files that its source publishes.
package struct LockDeviation: Hashable, Sendable {
  /// The fact that differs.
  package enum Aspect: String, Hashable, Sendable {
    case address, size, digest
    /// The artifact is known as one of other versions.
    case version
    /// The source publishes no such version or file.
    case file
    /// The index does not have this gem of the tool, or the tool does not need it.
    case gem
    /// The source names somebody else, or nobody, as the one who published the files.
    case publisher
  }

  package let tool: ToolName
  package let version: VersionText
  /// The platform of the artifact, or `nil` if the difference is one of the whole version.
  package let platform: Platform?
  package let aspect: Aspect
  /// The value in the lock.
  package let locked: String
  /// The value that the source states, or `nil` if it states none.
  package let published: String?
  /// The location of the stanza, or `nil` if it is unknown.
  package let origin: Origin?

  /// Creates a difference. Values have the form that they have in a lock.
  package init(
    tool: ToolName, version: VersionText, platform: Platform?, _ aspect: Aspect,
    locked: String, published: String?, origin: Origin?
  ) {
    self.tool = tool
    self.version = version
    self.platform = platform
    self.aspect = aspect
    self.locked = locked
    self.published = published
    self.origin = origin
  }
}
