import Diagnostics
import Manifests
import Testing
import Vocabulary

@Suite struct `A tool-version file` {
  private func file(_ text: String) throws -> ToolVersionFile {
    try ToolVersionFile(parsing: Array(text.utf8), path: ".tool-version")
  }

  private func text(_ file: ToolVersionFile) -> String {
    String(decoding: file.bytes, as: UTF8.self)
  }

  private func name(_ text: String) throws -> ToolName { try #require(ToolName(text)) }

  private func version(_ text: String) throws -> PinnedVersion {
    try #require(PinnedVersion(text))
  }

  @Test func `lists its pins in order, each with its position`() throws {
    let file = try ToolVersionFile(
      parsing: Fixture.bytes("Manifests/tool-version/plain.tool-version"), path: "a/.tool-version")
    #expect(
      file.pins == [
        ToolPin(
          tool: try name("ruff"), version: try version("0.17.5"),
          origin: .file("a/.tool-version", line: 2, column: 1)),
        ToolPin(
          tool: try name("node"), version: try version("24.19.0"),
          origin: .file("a/.tool-version", line: 3, column: 1)),
        ToolPin(
          tool: try name("python"), version: .system,
          origin: .file("a/.tool-version", line: 5, column: 3)),
        ToolPin(
          tool: try name("clang-format"), version: try version("21.1.0+local.1"),
          origin: .file("a/.tool-version", line: 6, column: 1)),
      ])
    #expect(file.pin(of: try name("python"))?.version == .system)
    #expect(file.pin(of: try name("cmake")) == nil)
  }

  @Test func `may have a byte order mark, CR LF or no final newline, or be empty`() throws {
    let windows = try ToolVersionFile(
      parsing: Fixture.bytes("Manifests/tool-version/windows.tool-version"), path: "x")
    #expect(windows.pins.map { "\($0.tool) \($0.version)" } == ["ruff 0.17.5", "node 24.19.0"])
    #expect(
      windows.pins.map(\.origin) == [
        .file("x", line: 1, column: 1), .file("x", line: 3, column: 1),
      ])
    #expect(try file("ruff 0.17.5").pins.count == 1)
    #expect(try file("").pins.isEmpty)
    #expect(try file(" \t\n#\n").pins.isEmpty)
  }

  @Test(arguments: [
    // An existing pin, of which only the version changes.
    ("# a\nruff\t0.1  # why\nnode 2\n", "ruff", "0.17.5", "# a\nruff\t0.17.5  # why\nnode 2\n"),
    ("ruff 0.1", "ruff", "system", "ruff system"),
    ("ruff system\r\n", "ruff", "1", "ruff 1\r\n"),
    // A new pin, which becomes the last line.
    ("", "ruff", "1", "ruff 1\n"),
    ("# a\n", "ruff", "1", "# a\nruff 1\n"),
    ("node 2", "ruff", "1", "node 2\nruff 1\n"),
    ("node 2\r\n", "ruff", "1", "node 2\r\nruff 1\r\n"),
    ("\u{FEFF}node 2\r\n", "ruff", "1", "\u{FEFF}node 2\r\nruff 1\r\n"),
  ])
  func `is edited in place`(before: String, tool: String, pinned: String, after: String) throws {
    var edited = try file(before)
    try edited.pin(name(tool), to: version(pinned))
    #expect(text(edited) == after)
    #expect(edited.pin(of: try name(tool))?.version == (try version(pinned)))
    #expect(try file(after).pins == edited.pins)
  }

  @Test(arguments: [
    ("# a\nruff 1 # why\nnode 2\n", "ruff", "# a\nnode 2\n"),
    ("node 2\nruff 1", "ruff", "node 2\n"),
    ("node 2\n", "ruff", "node 2\n"),
    ("\u{FEFF}ruff 1\r\nnode 2\r\n", "ruff", "\u{FEFF}node 2\r\n"),
  ])
  func `loses the line of a removed pin`(before: String, tool: String, after: String) throws {
    var edited = try file(before)
    try edited.unpin(name(tool))
    #expect(text(edited) == after)
    #expect(edited.pin(of: try name(tool)) == nil)
  }

  @Test func `can be created from scratch`() throws {
    var edited = ToolVersionFile(path: ".tool-version")
    try edited.pin(name("ruff"), to: version("0.17.5"))
    try edited.pin(name("node"), to: .system)
    #expect(text(edited) == "ruff 0.17.5\nnode system\n")
  }
}
