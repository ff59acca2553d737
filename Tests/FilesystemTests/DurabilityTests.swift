import Sandboxes
import Testing

@testable import Filesystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is written to the disk. `scripts/faults` shows on Linux that it survives a power failure.
@Suite struct DurabilityTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
  }

  @Test func `trees are written to the disk`() throws {
    try scratch.file("one/bin/ruff")
    try scratch.file("two/bin/node")
    try FilePath.synchronizeTrees(["one", "two"].map { scratch.path.appending($0) })
    try FilePath.synchronizeTrees([])
    #expect(throws: FileError.self) {
      try FilePath.synchronizeTrees([scratch.path.appending("missing")])
    }
  }

  @Test func `a file system that cannot be written as a whole is written file by file`() throws {
    let tree = scratch.path.appending("tree")
    try scratch.file("tree/lib/a.js", "text")
    try tree.appending("lib/loop").makeLink(to: "../lib")
    try tree.appending("lib/nowhere").makeLink(to: "missing")
    // Opening a pipe for writing would block, and it has nothing to write to the disk.
    try #require(
      unsafe tree.appending("lib/pipe").withCString { unsafe mkfifo($0, 0o600) } == 0)
    try tree.synchronizeEachFile()
    try scratch.path.appending("missing").synchronizeEachFile()
  }
}
