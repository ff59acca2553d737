package import Filesystem
package import Layout
internal import Selection

extension Root {
  /// Copies the program that the shims run into the root if it is missing there or cannot run. A
  /// root other than the one that bootstrap is installed in lacks it.
  ///
  /// The copy comes from the folder of the running program or, if that is in `bin/`, from
  /// `libexec/` beside it.
  ///
  /// - Returns: Whether the root now has the program. It does not if it is not beside the running
  ///   program, either.
  package func completeShimProgram() throws(FileError) -> Bool {
    if try hasShimProgram() { return true }
    let folder = try FilePath.runningProgram().parentDirectory
    for folder in [folder, folder.parentDirectory.appending(libexec.lastComponent)] {
      let original = folder.appending(shimProgram.lastComponent)
      guard original != shimProgram,
        let bytes = try original.contentsIfPresent(limit: 1 << 24)
      else { continue }
      try libexec.makeDirectories()
      try shimProgram.replaceContents(with: bytes, permissions: 0o755)
      return true
    }
    return false
  }
}
