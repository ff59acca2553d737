package import Diagnostics
internal import Manifests
package import Selection

extension Session {
  /// What says which version runs here, and what the folder asks for.
  package func selector() throws(Problem) -> Selector {
    let session = self
    return try Selector(
      root: root, environment: environment, directory: workingDirectory, platform: .current
    ) { session.display($0) }
  }

  /// Whether everything that the folder asks for is there.
  func folderState() throws(Problem) -> FolderState {
    try FolderState(
      of: try selector().folderTools(), in: root, folder: workingDirectory, platform: .current)
  }
}
