internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Vocabulary

extension Session {
  /// Returns the pins in a folder's `.tool-version`, or an empty array if there is no such file.
  ///
  /// - Throws: ``Problem`` if the file cannot be read.
  func pins(in folder: FilePath) throws(Problem) -> [ToolPin] {
    let path = folder.appending(ToolVersionFile.name)
    guard environment.reads(path) else { return [] }
    do {
      let file = try ToolVersionFile.read(at: path, named: formatPath(path), in: files)
      return file?.pins ?? []
    } catch {
      throw Problem(error, formatPath: formatPath)
    }
  }
}
