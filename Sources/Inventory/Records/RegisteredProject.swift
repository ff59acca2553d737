package import Filesystem
package import Layout

/// A recorded project, with the versions that it used when it was last recorded.
package struct RegisteredProject: Hashable, RecordedValue {
  /// The facts about a project that a command provides.
  package struct Draft: Hashable, Sendable {
    package let folder: FilePath
    /// The versions that the project uses, one for each tool.
    package let uses: [VersionUse]
    /// The mount point of the folder's file system, or `nil` if unknown.
    package let mountPoint: FilePath?

    /// Creates a draft.
    package init(_ folder: FilePath, uses: [VersionUse], mountPoint: FilePath? = nil) {
      self.folder = folder
      self.uses = uses
      self.mountPoint = mountPoint
    }
  }

  package let folder: FilePath
  /// The versions that the project used, in no particular order.
  package let uses: [VersionUse]
  /// The time when the project was last recorded, in seconds since 1970.
  package let seen: Int64
  /// The time when the folder, or every file in it that specifies tools, was first found missing,
  /// in seconds since 1970. `nil` while they are present.
  package let vanished: Int64?
  /// The mount point of the folder's file system at that time, or `nil` if unknown.
  package let mountPoint: FilePath?

  package var id: FilePath { folder }
}
