import Filesystem
import Manifests
import Sandboxes
import Testing
import Vocabulary

/// Tests that a command sees one text of each file.
@Suite struct ManifestFilesTests {
  private let directory: TemporaryDirectory
  private let files = ManifestFiles()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Returns the tools that the Toolfile declares, or `nil` if it is missing.
  private func tools() throws -> [String]? {
    let path = directory.path.appending("Toolfile")
    return try Toolfile.read(at: path, named: "Toolfile", in: files)?.tools.map(\.name.text)
  }

  @Test func `a file that changes later keeps the text that was read`() throws {
    try directory.file("Toolfile", "tool \"ruff\"\n")
    #expect(try tools() == ["ruff"])
    try directory.file("Toolfile", "tool \"uv\"\n")
    #expect(try tools() == ["ruff"])
    try directory.path.appending("Toolfile").removeFile()
    #expect(try tools() == ["ruff"])
  }

  @Test func `a file that appears later stays missing`() throws {
    #expect(try tools() == nil)
    try directory.file("Toolfile", "tool \"ruff\"\n")
    #expect(try tools() == nil)
  }

  @Test func `the same error is thrown again, although the file was mended`() throws {
    try directory.file("Toolfile", "tool\n")
    #expect(throws: ManifestError.self) { try tools() }
    try directory.file("Toolfile", "tool \"ruff\"\n")
    #expect(throws: ManifestError.self) { try tools() }
  }

  @Test func `a file that cannot be read is tried again`() throws {
    try directory.directory("Toolfile")
    #expect(throws: ManifestError.self) { try tools() }
    try directory.path.appending("Toolfile").removeTree()
    try directory.file("Toolfile", "tool \"ruff\"\n")
    #expect(try tools() == ["ruff"])
  }

  @Test func `what the command writes takes the place of what it read`() throws {
    let path = try directory.file("Toolfile", "tool \"ruff\"\n")
    #expect(try tools() == ["ruff"])
    files.forget(path)
    try directory.file("Toolfile", "tool \"uv\"\n")
    #expect(try tools() == ["uv"])
    files.record(Array("tool \"gh\"\n".utf8), of: path)
    #expect(try tools() == ["gh"])
  }
}
