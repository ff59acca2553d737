package import Filesystem
package import Layout

/// A recorded project, with what it used when it was last recorded.
package struct RegisteredProject: Hashable, RecordedValue {
  /// A project to record.
  package struct Draft: Hashable, Sendable {
    package let folder: FilePath
    /// The versions that the project uses, one per tool.
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
  /// The time when the folder, or every file in it that names tools, was first found to be missing,
  /// in seconds since 1970. `nil` if the project is present.
  package let vanished: Int64?
  /// The path where the folder's file system was mounted, or `nil` if it is not known.
  package let mountPoint: FilePath?

  package var id: FilePath { folder }
}
