import Testing

@testable import Commands

/// The folders that the direct mode puts on `PATH`.
@Suite struct DirectPathTests {
  private static let cases: [(path: String, old: String, folders: [String], new: String)] = [
    ("/s:/usr", "", ["/a", "/b"], "/a:/b:/s:/usr"),
    ("/a:/b:/s:/usr", "/a:/b", ["/c"], "/c:/s:/usr"),
    ("/venv:/a:/s:/usr", "/a", ["/c"], "/venv:/c:/s:/usr"),
    ("/venv:/a:/s:/usr", "/a", [], "/venv:/s:/usr"),
    ("/usr:/bin", "", ["/a"], "/a:/usr:/bin"),
    (":/s::/usr:", "/a", ["/a"], ":/a:/s::/usr:"),
  ]

  @Test(arguments: cases)
  func `new folders take the place of old ones, directly before the shims`(
    _ example: (path: String, old: String, folders: [String], new: String)
  ) {
    let path = DirectPathCommand.path(
      Array(example.path.utf8), replacing: Array(example.old.utf8),
      with: example.folders.map { Array($0.utf8) }, before: Array("/s".utf8))
    #expect(String(decoding: path, as: UTF8.self) == example.new)
  }

  @Test func `the usage names all shells`() {
    #expect(Shell.placeholder == Shell.allCases.map(\.rawValue).joined(separator: "|"))
  }

  @Test func `a word is quoted for its shell`() {
    #expect(Shell.bash.quoted("it's \\") == #"'it'\''s \'"#)
    #expect(Shell.fish.quoted("it's \\") == #"'it\'s \\'"#)
  }
}
