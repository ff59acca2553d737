package import Vocabulary

/// A change of the publisher between the locked version of a tool and the version to lock instead,
/// which may be the same.
package struct PublisherChange: Hashable, Sendable {
  package let tool: String
  /// The version in the lock.
  package let lockedVersion: String
  /// The version to lock.
  package let version: String
  /// The publisher in the lock.
  package let locked: String
  /// The publisher of ``version``, or `nil` if the source states none.
  package let published: String?
  /// The affected files of ``version``. Empty if all are affected.
  package let files: [String]
  /// The location of the stanza, or `nil` if it is unknown.
  package let origin: Origin?

  /// Creates a change. Publishers are written as in a lock.
  package init(
    tool: String, from lockedVersion: String, to version: String, locked: String,
    published: String?, files: [String] = [], origin: Origin? = nil
  ) {
    self.tool = tool
    self.lockedVersion = lockedVersion
    self.version = version
    self.locked = locked
    self.published = published
    self.files = files
    self.origin = origin
  }
}
