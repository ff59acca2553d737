package import Vocabulary

/// A change of the publisher between the locked version of a tool and the version to lock instead,
/// which may be the same.
package struct PublisherChange: Hashable, Sendable {
  package let tool: ToolName
  /// The version in the lock.
  package let lockedVersion: VersionText
  /// The version to lock.
  package let version: VersionText
  /// The publisher in the lock.
  package let locked: String
  /// The publisher of ``version``, or `nil` if there is none.
  package let published: String?
  /// The affected files of ``version``. Empty if all are affected.
  package let files: [String]
  /// The location of the stanza, or `nil` if it is unknown.
  package let origin: Origin?
  /// Whether the publisher in the lock was proved, not only stated by the source.
  package let wasVerified: Bool
  /// Whether the publisher of ``version`` is proved.
  package let isVerified: Bool
  /// The files of ``version`` whose publisher is not proved, if the publisher in the lock was.
  package let unverified: [UnverifiedFile]

  /// Creates a change. Publishers are written as in a lock.
  package init(
    tool: ToolName, from lockedVersion: VersionText, to version: VersionText,
    locked: String, published: String?, files: [String] = [], origin: Origin? = nil,
    wasVerified: Bool = false, isVerified: Bool = false, unverified: [UnverifiedFile] = []
  ) {
    self.tool = tool
    self.lockedVersion = lockedVersion
    self.version = version
    self.locked = locked
    self.published = published
    self.files = files
    self.origin = origin
    self.wasVerified = wasVerified
    self.isVerified = isVerified
    self.unverified = unverified
  }
}
