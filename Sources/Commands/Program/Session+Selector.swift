internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection

extension Session {
  /// What says which version runs here.
  func selector() throws(Problem) -> Selector {
    let session = self
    return try Selector(
      root: root, environment: environment, directory: workingDirectory, platform: .current
    ) { session.display($0) }
  }
}
