import Filesystem
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("", ""), ("/", "/"), ("//", "/"), ("a", "a"), ("a/", "a"), ("/a//b///c/", "/a/b/c"),
    ("./a/../b", "./a/../b"), ("///..//", "/.."), (" ", " "),
  ])
  func `a path is normalized by its text alone`(text: String, normal: String) {
    #expect(FilePath(text).string == normal)
  }

  @Test func `bytes that are not UTF-8 are preserved up to a NUL`() {
    let path = FilePath(bytes: [0x2F, 0xFF, 0x2F, 0x61, 0x00, 0x62])
    #expect(Array(path.bytes) == [0x2F, 0xFF, 0x2F, 0x61])
    #expect(path.parent.map { Array($0.bytes) } == [0x2F, 0xFF])
  }

  @Test(arguments: [
    ("/", "", nil), ("/a", "a", "/"), ("/a/b", "b", "/a"), ("a", "a", nil), ("a/b", "b", "a"),
    ("", "", nil), ("/a/..", "..", "/a"), ("//a", "a", "/"),
  ])
  func `a path has a last component and a parent`(text: String, last: String, parent: String?) {
    #expect(FilePath(text).lastComponent == last)
    #expect(FilePath(text).parent?.string == parent)
  }

  @Test(arguments: [
    ("/a", "b", "/a/b"), ("/", "b", "/b"), ("", "b", "b"), ("/a", "/b", "/a/b"),
    ("/a", "b/../c", "/a/b/../c"), ("/a", "", "/a"),
  ])
  func `relative and absolute components are appended`(base: String, more: String, whole: String) {
    #expect(FilePath(base).appending(more).string == whole)
  }

  @Test(arguments: [("/a", "b", "/a/b"), ("/a", "/b", "/b"), ("", "b", "b")])
  func `an absolute path resolves to itself`(base: String, other: String, whole: String) {
    #expect(FilePath(base).resolving(FilePath(other)).string == whole)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a/b/c", "/a", "b/c"), ("/a", "/", "a"), ("/a", "/a", nil),
    ("/ab", "/a", nil), ("/a", "/a/b", nil), ("a/b", "a", "b"),
  ])
  func `a path is relative to its ancestors only`(path: String, base: String, relative: String?) {
    #expect(FilePath(path).relative(to: FilePath(base))?.string == relative)
  }

  @Test func `ancestors end at the root or the first component`() {
    #expect(FilePath("/a/b").selfAndAncestors == ["/a/b", "/a", "/"])
    #expect(FilePath("a/b").selfAndAncestors == ["a/b", "a"])
    #expect(FilePath("/").selfAndAncestors == ["/"])
  }

  @Test func `paths are sorted by bytes`() {
    let paths: [FilePath] = ["b", "a/b", "a", "B", "a.b", "ä"]
    #expect(paths.sorted() == ["B", "a", "a.b", "a/b", "b", "ä"])
  }
}
