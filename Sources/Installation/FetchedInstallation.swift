package import Filesystem
package import Projects

/// The fetched and verified files of an installation.
package struct FetchedInstallation: Sendable {
  package let planned: PlannedInstallation
  /// The files, in the order of the plan.
  package let files: [FetchedFile]
}

/// A verified file in `downloads/`.
package struct FetchedFile: Sendable {
  package let file: PlannedFile
  package let path: FilePath
  /// The unpacked contents, or `nil` if the file is not unpacked yet.
  let unpacked: UnpackedFile?
}
