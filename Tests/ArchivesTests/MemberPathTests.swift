import Diagnostics
import Testing

@testable import Archives

@Suite struct MemberPathTests {
  @Test(arguments: ["a", "a/b", ".hidden", "...", "a..b/c", "é/ü", "a b", "B::Deparse.3", "a:"])
  func `a safe name is kept as is`(text: String) throws {
    if text == "a:" {
      #expect(throws: MemberPath.Failure.drive) { try MemberPath(text) }
    } else {
      #expect(try MemberPath(text).text == text)
    }
  }

  @Test(
    arguments: [
      ("", .empty), ("/", .absolute), ("/etc/passwd", .absolute),
      ("a//b", .emptyComponent),
      ("a/", .emptyComponent), (".", .dots), ("..", .dots), ("../a", .dots), ("a/../b", .dots),
      ("a/./b", .dots), ("a/..", .dots), ("a\\b", .backslash), ("..\\a", .backslash),
      ("a\0b", .nul), ("a\nb", .control), ("a\u{7f}", .control), ("C:/a", .drive),
      (String(repeating: "a", count: 256), .longComponent(limit: 255)),
      (String(repeating: "a/", count: 65) + "a", .tooDeep(limit: 64)),
    ] as [(String, MemberPath.Failure)])
  func `an unsafe name is rejected`(text: String, failure: MemberPath.Failure) {
    #expect(throws: failure) { try MemberPath(text) }
  }

  @Test func `64 levels of directories are permitted`() throws {
    let folders = String(repeating: "a/", count: 64)
    #expect(try MemberPath(folders + "a").components.count == 65)
    #expect(try MemberPath(bytes: Array(folders.utf8)[...], isDirectory: true).parent != nil)
    #expect(throws: MemberPath.Failure.tooDeep(limit: 64)) {
      try MemberPath(bytes: Array((folders + "a/").utf8)[...], isDirectory: true)
    }
  }

  @Test func `a path has components and a parent`() throws {
    let path = try MemberPath("a/b/c")
    #expect(path.lastComponent == "c")
    #expect(path.parent?.text == "a/b")
    #expect(path.parent?.parent?.text == "a")
    #expect(path.parent?.parent?.parent == nil)
    #expect(path.components == ["a", "b", "c"])
  }
}
