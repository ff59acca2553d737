package import Filesystem
package import Manifests

/// A version that a folder names: what keeps it from being pruned.
package struct Use: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  /// nil for a pin without a lock, which any content of the version answers.
  package let id: ContentID?

  package init(tool: ToolName, version: VersionText, id: ContentID?) {
    self.tool = tool
    self.version = version
    self.id = id
  }
}

/// A folder whose lock or pins use what is installed.
package struct FolderUses: Hashable, Sendable {
  package let folder: FilePath
  package let uses: [Use]

  package init(folder: FilePath, uses: [Use]) {
    self.folder = folder
    self.uses = uses
  }
}
