internal import Diagnostics
package import Filesystem
package import Layout
internal import Projects
internal import Vocabulary

/// A complete installation in the staging area.
package struct StagedInstallation: Sendable {
  package let folder: FilePath
  package let receipt: Receipt
}

extension StagedInstallation {
  /// Completes an installation whose files are in place: makes its executables runnable, and
  /// creates the links in `bin/` and the receipt.
  ///
  /// - Parameters:
  ///   - folder: The folder of the installation in the staging area. It contains an empty `bin`.
  ///   - planned: The planned installation.
  ///   - specification: The specification of the installation.
  ///   - unpacked: The files from each download, or those that were built from it.
  ///   - listsAll: Whether an executable in the artifact that the plan does not list is an error.
  /// - Throws: ``Problem/artifact(_:)`` if an executable is missing, or ``Problem/system(_:)`` if a
  ///   system call fails.
  init(
    completing folder: FilePath, of planned: PlannedInstallation,
    _ specification: InstallationSpecification, _ unpacked: [InstallationContents.Unpacked],
    listsAll: Bool
  ) throws(Problem) {
    let content = folder.appending(Receipt.contentName)
    let contents = try mappingFileErrors { () throws(FileError) in
      try InstallationContents(of: specification, unpacked) {
        (path, byteCount) throws(FileError) in
        try content.appending(path).bytes(0..<byteCount)
      }
    }
    if let fault = contents.fault ?? (listsAll ? contents.surplusFault : nil) {
      throw planned.problem(fault)
    }
    let receipt = contents.receipt
    try mappingFileErrors { () throws(FileError) in
      for path in contents.runnable { try content.appending(path).setPermissions(0o755) }
      for link in receipt.links where link.path.hasPrefix("\(InstallationContents.binName)/") {
        try folder.appending(link.path).makeLink(to: FilePath(link.target))
      }
      // Not synced here, because the placement syncs all staged installations at once.
      let file = folder.appending(Receipt.fileName)
      try file.replaceContents(with: receipt.text, isDurable: false)
      if receipt.build != nil { try file.setPermissions(Receipt.buildPermissions) }
      // Nobody has run the installation yet. Where the file system lets nobody set times, it counts
      // as used when it was made.
      do throws(FileError) {
        try file.setModified(secondsSince1970: 0)
      } catch  where error.code == FileError.notPermitted {}
    }
    self.init(folder: folder, receipt: receipt)
  }
}
