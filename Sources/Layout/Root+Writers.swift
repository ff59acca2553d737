package import Filesystem

extension Root {
  /// Returns the parts of the root that others than their owner may change: the root, its settings,
  /// and the folders of what runs. Whoever may do so decides what the owner runs.
  package func partsWritableByOthers() throws(FileError) -> [FilePath] {
    let folders = ["bin", "libexec"].map { path.appending($0) }
    var parts: [FilePath] = []
    for part in [path, config, shims.path, installs.path] + folders {
      guard let status = try part.status() else { continue }
      if status.isWritableByOthers { parts.append(part) }
    }
    return parts
  }
}
