package import Diagnostics
internal import Filesystem
package import Layout

extension Root {
  /// The problem if the root, or one of its folders with programs, is on a file system that is
  /// mounted with `noexec`, otherwise `nil`.
  package var noexecProblem: Problem? {
    for folder in [path, installs.path, libexec] {
      if let top = folder.noexecFolder {
        return .system(.noexec(path: folder.string, folder: top.string))
      }
    }
    return nil
  }
}
