package import Filesystem
package import Manifests

/// A version that a folder names, which protects it from being pruned.
package struct VersionUse: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// nil for a pin without a lock, which any content of the version satisfies.
  package let id: ContentID?

  package init(tool: ToolName, version: VersionText, id: ContentID?) {
    self.tool = tool
    self.version = version
    self.id = id
  }
}

/// A folder, and the installed versions that its lock or pins use.
package struct FolderUses: Hashable, Sendable {
  package let folder: FilePath
  package let uses: [VersionUse]

  package init(folder: FilePath, uses: [VersionUse]) {
    self.folder = folder
    self.uses = uses
  }
}
