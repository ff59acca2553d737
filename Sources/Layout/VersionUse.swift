package import Filesystem
package import Vocabulary

/// A version of a tool that a folder uses, whether or not it is installed. Such a version is
/// not pruned.
package struct VersionUse: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// The content id that a lock states, or `nil` for a pin that no lock covers. Any content of the
  /// version satisfies such a pin.
  package let id: ContentID?

  /// Creates a use. Pass `nil` as `id` to protect every content of the version.
  package init(tool: ToolName, version: VersionText, id: ContentID?) {
    self.tool = tool
    self.version = version
    self.id = id
  }
}

/// The versions of tools that the lock or the pins of a folder use.
package struct FolderUses: Hashable, Sendable {
  package let folder: FilePath
  package let uses: [VersionUse]

  /// Creates the uses of `folder`.
  package init(folder: FilePath, uses: [VersionUse]) {
    self.folder = folder
    self.uses = uses
  }
}
