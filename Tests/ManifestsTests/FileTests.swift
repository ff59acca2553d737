import Diagnostics
import Filesystem
import Manifests
import Sandboxes
import Terminal
import Testing
import Vocabulary

@Suite struct `A manifest on disk` {
  @Test func `that is missing is nil`() async throws {
    try await withScratch { directory in
      let toolfile = try Toolfile.read(at: directory.appending("Toolfile"), named: "Toolfile")
      let lock = try Lockfile.read(at: directory.appending("a/b"), named: "Toolfile.lock")
      let pins = try ToolVersionFile.read(at: directory.appending("v"), named: "v")
      #expect(toolfile == nil && lock == nil && pins == nil)
    }
  }

  @Test func `is read and reported under the given name`() async throws {
    try await withScratch { directory in
      let file = directory.appending("Toolfile")
      try file.replaceContents(with: Array("tool \"ruff\"\n".utf8))
      let toolfile = try #require(try Toolfile.read(at: file, named: "app/Toolfile"))
      #expect(toolfile.tools.map(\.origin) == [.file("app/Toolfile", line: 1, column: 1)])
      #expect(
        throws: ManifestError.syntax(
          SyntaxProblems([SyntaxProblem(.notALockfile, at: .file("x", line: 1, column: 1))]))
      ) { try Lockfile.read(at: file, named: "x") }
    }
  }

  @Test func `that is not a regular file is not opened`() async throws {
    try await withScratch { directory in
      #expect(throws: ManifestError.notAFile(directory, .directory)) {
        try Toolfile.read(at: directory, named: "Toolfile")
      }
      // Reading this device would never end.
      #expect(throws: ManifestError.notAFile("/dev/zero", .device)) {
        try ToolVersionFile.read(at: "/dev/zero", named: ".tool-version")
      }
    }
  }

  @Test func `that is too large is rejected by its size`() async throws {
    try await withScratch { directory in
      let file = directory.appending("Toolfile")
      try file.replaceContents(
        with: [UInt8](repeating: UInt8(ascii: "#"), count: Toolfile.maximumByteCount + 1))
      #expect(
        throws: ManifestError.syntax(
          SyntaxProblems([
            SyntaxProblem(
              .tooLarge(
                limit: Toolfile.maximumByteCount, size: Toolfile.maximumByteCount + 1),
              at: .file("Toolfile"))
          ]))
      ) { try Toolfile.read(at: file, named: "Toolfile") }
    }
  }

  @Test func `reports one problem in one message`() throws {
    let message = try #require(problems(of: "platfroms \"linux-x64\"\n"))
    #expect(message.headline == "`platfroms` is not part of a Toolfile")
    #expect(message.detailLines == ["  at        Toolfile:1:1", "  similar   `platforms`"])
  }

  @Test func `reports several problems in one message`() throws {
    let message = try #require(problems(of: "if x\nend\ntool \"A\"\n"))
    #expect(message.headline == "Toolfile has 2 errors")
    #expect(
      message.detailLines == [
        "  at        Toolfile:1:1: `if` is not part of a Toolfile",
        "            Toolfile:3:6: `A` is not a tool name: it cannot begin with `A`",
      ])
  }

  @Test func `with conflict markers names the command that resolves them`() throws {
    let message = try #require(
      thrownMessage { () throws(SyntaxProblems) in
        let text = "lockfile 1\n<<<<<<< a\n=======\n>>>>>>> b\n"
        _ = try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
      })
    #expect(message.headline == "the lock contains merge conflict markers")
    #expect(message.detailLines == ["  at        Toolfile.lock:2", "  run       bootstrap lock"])
  }

  /// Returns the message for the syntax problems of a Toolfile, or `nil` if it is valid.
  private func problems(of toolfile: String) -> Message? {
    thrownMessage { () throws(SyntaxProblems) in
      _ = try Toolfile(parsing: Array(toolfile.utf8), path: "Toolfile")
    }
  }

  /// Returns the message for the problems that `body` throws, or `nil` if it throws none.
  private func thrownMessage(_ body: () throws(SyntaxProblems) -> Void) -> Message? {
    do throws(SyntaxProblems) {
      try body()
      return nil
    } catch {
      return error.message
    }
  }
}
