import Testing

@testable import Selection

/// The lists of files in seals of projects, which must not lead out of the root.
@Suite struct SealedFilesTests {
  @Test func `files have paths, folders, and tools`() throws {
    let text = "file a/1-x/bin/a\nfile a/1-x/bin/b\nfile cc/2-y\n"
    let files = try #require(SealedFiles(Array(text.utf8)))
    #expect(files.paths == ["a/1-x/bin/a", "a/1-x/bin/b", "cc/2-y"])
    #expect(files.folders == ["a/1-x", "cc/2-y"])
    #expect(["a", "b", "c", "cc", ""].filter(files.containFile) == ["a", "cc"])
    var added = SealedFiles()
    let areAdded = files.paths.map { added.add($0) }
    #expect(areAdded == [true, true, true])
    #expect(added == files)
    #expect(SealedFiles([]) == SealedFiles())
  }

  @Test(
    arguments: [
      "file a/1/bin/a", "file \n", "file a\n", "file a/1/\n", "file /1\n", "file a//bin/a\n",
      "file a/1/bin\n", "file a/1/bin/\n", "file a/1/lib/a\n", "file a/1/bin/a/b\n",
      "file ../1\n", "file a/..\n", "file ./1/bin/a\n", "file a/1/bin/..\n", "group a\n", "\n",
    ])
  func `a line that names no program of an installation is invalid`(_ line: String) {
    #expect(SealedFiles(Array("file a/1\n\(line)".utf8)) == nil)
  }

  @Test(arguments: ["", "a", "a/1/lib/a", "../1", "a/1/bin/b/c", "a/1/bin/.."])
  func `a path that names no program of an installation is not added`(_ path: String) {
    var files = SealedFiles()
    let areAdded = ["a/1", path].map { files.add($0) }
    #expect(areAdded == [true, false])
    #expect(files.paths == ["a/1"])
    #expect(files == SealedFiles(Array("file a/1\n".utf8)))
  }

  @Test(arguments: [".../1/bin/a", "a/.1", "a/1/bin/...", "..a/1./bin/a."])
  func `dots are parts of names`(_ path: String) {
    #expect(SealedFiles(Array("file \(path)\n".utf8))?.paths == [path])
  }
}
