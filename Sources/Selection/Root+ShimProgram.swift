package import Filesystem
package import Layout

extension Root {
  /// Returns whether the program that the shims run exists and can run. An empty file does not
  /// count: a shell would take it for a script, and every tool would succeed without doing
  /// anything.
  ///
  /// - Throws: ``FileError`` if its folder cannot be read.
  package func hasShimProgram() throws(FileError) -> Bool {
    guard let status = try shimProgram.status() else { return false }
    return status.kind == .file && status.isExecutable && status.size > 0
  }
}
