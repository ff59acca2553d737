package import Filesystem
package import Layout

extension Root {
  /// Copies the program that the shims run into the root if it is missing there, as in a root other
  /// than the one that bootstrap is installed in.
  ///
  /// The copy comes from the folder of the running program.
  ///
  /// - Returns: Whether the root now has the program. It does not if the running program's own
  ///   folder lacks it, too.
  package func completeShimProgram() throws(FileError) -> Bool {
    if try shimProgram.isPresent() { return true }
    let original = try FilePath.runningProgram().parentDirectory.appending("bootstrap-shim")
    guard let bytes = try original.contentsIfPresent(limit: 1 << 24) else { return false }
    try libexec.makeDirectories()
    try shimProgram.replaceContents(with: bytes, permissions: 0o755)
    return true
  }
}
