internal import Commands
internal import Diagnostics
internal import Terminal
internal import Workflows

extension Session {
  /// Opens the store to record what a folder uses. Call this before its files are written.
  func registration() async throws(Problem) -> ProjectRegistration {
    try await ProjectRegistration(in: root) { [console] in console.report($0) }
  }
}
