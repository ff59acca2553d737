package import Filesystem
package import Layout

/// A recorded project, with what it used when it was last recorded.
package struct RegisteredProject: Hashable, RecordedValue {
  /// What a command knows of a project.
  package struct Draft: Hashable, Sendable {
    package let folder: FilePath
    /// The versions that it uses, one of each tool.
    package let uses: [VersionUse]
    /// The path where the folder's file system is mounted, or `nil` if that is not known.
    package let mountPoint: FilePath?

    /// Creates a draft.
    package init(_ folder: FilePath, uses: [VersionUse], mountPoint: FilePath? = nil) {
      self.folder = folder
      self.uses = uses
      self.mountPoint = mountPoint
    }
  }

  package let folder: FilePath
  /// The versions that it used, in no particular order.
  package let uses: [VersionUse]
  /// The time when it was last recorded, in seconds since 1970.
  package let seen: Int64
  /// When its folder, or all of its files that name tools, were first found to be missing, in
  /// seconds since 1970. `nil` while they are present.
  package let vanished: Int64?
  /// The path where the folder's file system was mounted, or `nil` if it is not known.
  package let mountPoint: FilePath?

  package var id: FilePath { folder }
}
