import Filesystem
import Sandboxes
import Testing

/// Tests of the comparison of files.
@Suite struct ComparisonTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Creates a file.
  private func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let path = directory.path.appending(name)
    try path.replaceContents(with: bytes, isDurable: false)
    return path
  }

  /// The sizes are those around one read.
  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 524_288])
  func `files with the same bytes are the same`(size: Int) throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let one = try file("one", bytes)
    #expect(try one.hasSameContents(as: file("two", bytes)))
    #expect(try !one.hasSameContents(as: file("longer", bytes + [7])))
    guard size > 0 else { return }
    #expect(try !one.hasSameContents(as: file("end", bytes.dropLast() + [8])))
    #expect(try !one.hasSameContents(as: file("start", [8] + bytes.dropFirst())))
  }

  @Test func `a folder is never the same, and a missing file is an error`() throws {
    let empty = try file("empty", [])
    let folder = directory.path.appending("folder")
    try folder.makeDirectories()
    #expect(try !folder.hasSameContents(as: folder))
    #expect(try !empty.hasSameContents(as: folder))
    let missing = directory.path.appending("missing")
    for (one, two) in [(empty, missing), (missing, empty)] {
      let error = #expect(throws: FileError.self) { try one.hasSameContents(as: two) }
      #expect(error?.isMissing == true)
    }
  }
}
