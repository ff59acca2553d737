package import Filesystem
package import Manifests

/// A version that a folder names, which protects it from being pruned.
package struct VersionUse: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// The content id; `nil` for a pin without a lock, which any content of the version satisfies.
  package let id: ContentID?

  /// Creates a use; a `nil` `id` protects every content of the version.
  package init(tool: ToolName, version: VersionText, id: ContentID?) {
    self.tool = tool
    self.version = version
    self.id = id
  }
}

/// The installed versions used by the lock or the pins of a folder.
package struct FolderUses: Hashable, Sendable {
  package let folder: FilePath
  package let uses: [VersionUse]

  /// Creates the uses of `folder`.
  package init(folder: FilePath, uses: [VersionUse]) {
    self.folder = folder
    self.uses = uses
  }
}
