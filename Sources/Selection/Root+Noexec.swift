package import Diagnostics
internal import Filesystem
package import Layout

extension Root {
  /// The problem that the file system of the root, or of a folder of it with programs, lets no
  /// program run, or `nil` if programs can run.
  package var noexecProblem: Problem? {
    for folder in [path, installs.path, libexec] {
      if let top = folder.noexecFolder {
        return .system(.noexec(path: folder.string, folder: top.string))
      }
    }
    return nil
  }
}
