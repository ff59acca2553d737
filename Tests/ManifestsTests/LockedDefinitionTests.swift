import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `A locked definition` {
  private static let digest = SHA256Digest(of: "definition")

  /// A lock with one tool, whose stanza has these lines.
  private func lock(_ lines: String...) throws -> Lockfile {
    var text = "lockfile 1\nplatforms linux-x64\n\ntool rg 1.0\n  wants \"\" Toolfile\n"
    for line in lines { text += "  \(line)\n" }
    text += "  provides rg\n"
    return try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
  }

  private func definition(
    registry: String = LockedDefinition.shippedRegistry,
    _ options: [String: String], _ lines: [(String, String, String)] = []
  ) throws -> LockedDefinition {
    LockedDefinition(
      registry: registry, digest: Self.digest, source: "pypi",
      options: options.map { .init($0.key, $0.value) },
      lines: try lines.map { key, condition, value in
        .init(.init(key, value), if: try #require(VersionCondition(condition)))
      })
  }

  private func tool(_ definition: LockedDefinition?) throws -> LockedTool {
    LockedTool(
      name: try #require(ToolName("rg")), version: try #require(VersionText("1.0")),
      wants: [.init(.any, by: .toolfile)],
      declared: LockedDeclaration(options: [.init("groups", "default"), .init("tag", "v1")]),
      provides: [.init(try #require(ExecutableName("rg")))]
    ).with { $0.definition = definition }
  }

  @Test func `is read as it was written`() throws {
    for (definition, line) in [
      (try definition(["package": "ripgrep"]), "builtin \(Self.digest) pypi package=ripgrep"),
      (
        try definition(
          registry: "./my tools.rb", ["tag": "v \"1\"", "package": "a"],
          [
            ("executables", "", "rg"), ("executables", "<1.5", "rgrep,rg"),
            ("asset", ">=1.5,<2", "a b"),
          ]),
        #""./my tools.rb" \#(Self.digest) pypi package=a "tag=v \"1\"" executables[]=rg "#
          + #"executables[<1.5]=rgrep,rg "asset[>=1.5,<2]=a b""#
      ),
    ] {
      let written = Lockfile(platforms: [.linuxX64], tools: [try tool(definition)])
      #expect(
        written.text.contains("  declares groups=default tag=v1\n  defined \(line)\n"),
        "\(written.text)")
      let read = try Lockfile(parsing: written.bytes, path: "Toolfile.lock")
      #expect(read == written)
      #expect(read.tools.first?.definition == definition)
    }
  }

  @Test func `has the needs for the locked version`() throws {
    let needs = "node >= 18, < 20; zlib"
    let found = try definition(["package": "a", "needs": needs], [("needs", "<2", "zlib > 1")])
    #expect(found.needs.map { "\($0.tool) \($0.requirement)" } == ["node >= 18, < 20", "zlib "])
    #expect(found.needs.definitionValue == needs)
    let written = Lockfile(platforms: [.linuxX64], tools: [try tool(found)])
    #expect(try Lockfile(parsing: written.bytes, path: "Toolfile.lock") == written)
    for wrong in ["", "node;", "../node", "node 1 2", "node >> 1"] {
      #expect(throws: SyntaxProblems.self, "\(wrong)") {
        try lock(
          "declares groups=default",
          "defined builtin \(Self.digest) pypi package=a \"needs=\(wrong)\"")
      }
    }
  }

  @Test func `may be all that a stanza says about a tool that only others need`() throws {
    let found = try tool(try definition(["package": "a"])).with {
      $0.declared = LockedDeclaration(options: [])
    }
    let written = Lockfile(platforms: [.linuxX64], tools: [found])
    #expect(written.text.contains("\n  declares\n  defined builtin"))
    #expect(try Lockfile(parsing: written.bytes, path: "Toolfile.lock") == written)
  }

  @Test func `completes what the manifest declares`() throws {
    let found = try tool(definition(["package": "ripgrep", "tag": "v2", "executables": "rg"]))
    #expect(found.declaration.source == "pypi")
    #expect(
      found.declaration.options.map { "\($0.key)=\($0.value)" } == [
        "executables=rg", "groups=default", "package=ripgrep", "source=pypi", "tag=v1",
      ])
    #expect(found.with { $0.definition = nil }.declaration == found.declared)
    #expect(
      LockedDefinition(registry: "r", digest: Self.digest, source: "url", options: [])
        .completing(LockedDeclaration(source: "pypi", options: [])).source == "pypi")
  }

  @Test func `of an older lock has the source as the first word of a declaration`() throws {
    let old = try lock("declares pypi groups=default package=ripgrep")
    let new = try lock("declares groups=default package=ripgrep source=pypi")
    #expect(old.tools.map(\.hasOlderDeclaration) == [true])
    #expect(new.tools.map(\.hasOlderDeclaration) == [false])
    #expect(old.tools.map(\.declared) == new.tools.map(\.declared))
    let rewritten = Lockfile(platforms: old.platforms, tools: old.tools, replacing: old)
    #expect(rewritten.text == new.text)
  }
}
