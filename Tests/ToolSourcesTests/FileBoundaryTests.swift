import Diagnostics
import Filesystem
import Sandboxes
import Testing

@testable import ToolSources

@Suite struct FileBoundaryTests {
  private let folder: TemporaryDirectory
  private var project: FilePath { folder.path.appending("project") }
  private var outside: FilePath { folder.path.appending("outside") }

  init() throws {
    folder = try TemporaryDirectory()
    try project.makeDirectories()
    try outside.replaceContents(with: "text".utf8)
    try folder.path.appending("loop").makeLink(to: "loop")
  }

  private func failure(_ boundary: FileBoundary) -> FileBoundary.Failure? {
    do throws(FileBoundary.Failure) {
      try boundary.read(outside) { _ in }
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file outside of the project is refused`() {
    #expect(
      failure(FileBoundary(project: project)) == .fault(.answer(.foreignFile(path: outside.string)))
    )
    let empty = folder.path.appending("empty")
    #expect(
      failure(FileBoundary(project: project, index: empty))
        == .fault(.answer(.foreignFile(path: outside.string))))
  }

  @Test func `a failure of the system is not taken for a file outside of the project`() {
    let loop = folder.path.appending("loop")
    for boundary in [
      FileBoundary(project: loop), FileBoundary(project: project, index: loop),
    ] {
      guard case .file(let error)? = failure(boundary) else {
        Issue.record("\(String(describing: failure(boundary)))")
        return
      }
      #expect(!error.isMissing)
    }
  }
}
