import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `A lock` {
  /// Parses a lock.
  private func lock(_ text: some Sequence<UInt8>) throws -> Lockfile {
    try Lockfile(parsing: Array(text), path: "Toolfile.lock")
  }

  private func name(_ text: String) throws -> ToolName { try #require(ToolName(text)) }

  @Test(arguments: ["empty", "full", "unknown-lines", "verified"])
  func `is written exactly as it was read`(name: String) throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/\(name).lock")
    #expect(try lock(bytes).text == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `has every field of a stanza`() throws {
    let lock = try lock(Fixture.bytes("Manifests/lockfile/full.lock"))
    #expect(lock.platforms == [.linuxArm64, .linuxX64, .macosArm64])
    #expect(lock.tools.map(\.name.text) == ["cmake", "fastlane", "node", "ruby"])
    let fastlane = try #require(lock[name("fastlane")])
    #expect(fastlane.version.text == "2.220.0")
    #expect(
      fastlane.wants == [
        .init(try Requirement(parsing: ["~> 2.220"]), by: .toolfile),
        .init(try Requirement(parsing: ["= 2.220.0"]), by: .toolVersionFile),
      ])
    #expect(
      fastlane.declaration
        == LockedDeclaration(
          source: "gem",
          options: [
            .init("gem", "fastlane"), .init("groups", "release"),
            .init("note", "two words and \"quotes\""),
          ]))
    #expect(fastlane.declaration["note"] == "two words and \"quotes\"")
    #expect(fastlane.declaration["package"] == nil)
    #expect(fastlane.publisher?.description == "github:fastlane/fastlane immutable")
    #expect(
      try #require(lock[name("node")]).publisher
        == LockedPublisher(
          "github", "acme/node", workflow: ".github/workflows/release.yml", environment: "the index"
        ))
    #expect(fastlane.released == ReleaseTime("2026-10-01T00:00:00Z"))
    #expect(fastlane.needs == [.init(try name("ruby"), try Requirement(parsing: [">= 2.6"]))])
    #expect(fastlane.provides.map(\.name.text) == ["fastlane"])
    #expect(fastlane.isTrustedOnFirstUse)
    let artifact = try #require(fastlane.artifact(for: .macosArm64))
    #expect(artifact.format == .wheel)
    #expect(artifact.size == 10_211_343)
    #expect(
      artifact.urls.map(\.text) == [
        "https://example.org/fm.whl", "https://mirror.example.org/fm.whl",
      ])
    #expect(fastlane.artifact(for: .linuxArm64) == nil)
    #expect(fastlane.parts.map(\.name.text) == ["CFPropertyList", "addressable", "nokogiri"])
    #expect(fastlane.parts.map(\.platform) == [nil, nil, .linuxX64])
    #expect(fastlane.parts(for: .macosArm64).map(\.name.text) == ["CFPropertyList", "addressable"])
    #expect(fastlane.parts(for: .linuxX64) == fastlane.parts)
    let ruby = try #require(lock[name("ruby")])
    #expect(
      ruby.wants.map(\.requester)
        == [.tool(try name("fastlane"), try #require(VersionText("2.220.0")))])
    #expect(try #require(lock[name("node")]).wants.map(\.requirement) == [.any])
    #expect(lock.line(of: try name("cmake")) == 5)
    #expect(try lock[name("cm")] == nil)
    #expect(try lock.line(of: name("cm")) == nil)
  }

  @Test func `knows the lines of its stanzas before it is written`() throws {
    let lock = try lock(Fixture.bytes("Manifests/lockfile/full.lock"))
    let new = Lockfile(
      platforms: lock.platforms, registries: lock.registries, tools: lock.tools.dropFirst(),
      replacing: lock)
    let written = try self.lock(new.bytes)
    #expect(new.tools.count > 2)
    for tool in new.tools { #expect(new.line(of: tool.name) == written.line(of: tool.name)) }
    #expect(new.line(of: lock.tools[0].name) == nil)
  }

  @Test func `has content ids that cover an artifact and its parts`() throws {
    let lock = try lock(Fixture.bytes("Manifests/lockfile/full.lock"))
    let fastlane = try #require(lock[name("fastlane")])
    #expect(
      fastlane.contentID(for: .linuxX64)?.description == "1a26329e54dff32b096b94f53e4d7e8ef034781e")
    #expect(
      fastlane.contentID(for: .macosArm64)?.description
        == "21e2c1606b9d0eb63890c7e971897f42d540061c")
    #expect(fastlane.contentID(for: .linuxArm64) == nil)
    let alone = fastlane.with { $0.parts.removeAll { $0.platform == nil } }
    #expect(alone.contentID(for: .linuxX64) != fastlane.contentID(for: .linuxX64))
    #expect(
      alone.contentID(for: .macosArm64)?.description == "f8c28a9e569bc98cfcafe1a5047f3c36c67120ed")
    let reversed = fastlane.parts(for: .linuxX64).reversed()
    let artifact = try #require(fastlane.artifact(for: .linuxX64))
    #expect(
      InstallationContent(
        artifact.format, artifact.digest,
        executables: fastlane.declaration.executables(named: fastlane.executables(for: .linuxX64)),
        parts: Array(reversed)
      ).id == fastlane.contentID(for: .linuxX64))
  }

  /// Returns the lock of a tool that is built with `steps`, and declares `build` in the spelling of
  /// a lock.
  private func builtLock(_ steps: [String], declaring build: String) throws -> Lockfile {
    let digest = SHA256Digest(of: [])
    let format = try #require(ArtifactFormat("tar.gz"))
    let url = try #require(ArtifactURL("https://example.org/lua.tar.gz"))
    let tool = LockedTool(
      name: try name("lua"), version: try #require(VersionText("5.4.4")),
      wants: [.init(.any, by: .toolfile)],
      declared: LockedDeclaration(
        source: "url", options: [.init("build", build), .init("package", url.text)]),
      provides: [.init(try #require(ExecutableName("lua")), on: nil)]
    ).with {
      $0.steps = steps
      $0.artifacts = [Platform.linuxX64, .linuxArm64].map {
        Artifact(platform: $0, format: format, digest: digest, size: 1, urls: [url])
      }
    }
    return Lockfile(platforms: [.linuxX64, .linuxArm64], tools: [tool])
  }

  @Test func `has the steps of a build, and then another number`() throws {
    let made = try builtLock(
      ["make linux", "say \"a, b\""], declaring: #"make linux,"say ""a, b""""#)
    let lines = made.text.split(separator: "\n")
    #expect(lines[1] == "lockfile 2")
    #expect(lines[6...7] == [#"  step "make linux""#, #"  step "say \"a, b\"""#])
    let read = try lock(made.bytes)
    #expect(read == made)
    let lua = try #require(read[name("lua")])
    #expect(lua.steps == ["make linux", "say \"a, b\""])
    #expect(lua.contentID(for: .linuxX64) != lua.contentID(for: .linuxArm64))
    // Without steps, an older bootstrap can read the lock.
    let plain = lua.with {
      $0.steps = []
      $0.declared = LockedDeclaration(source: "url", options: [])
    }
    #expect(
      Lockfile(platforms: read.platforms, tools: [plain], replacing: read).text
        .contains("lockfile 1\n"))
  }

  /// Steps, and a declaration that does not ask for them.
  @Test(arguments: [
    (["make"], "make,make install"), (["make", "curl x | sh"], "make"), (["make"], ""),
    ([], "make"),
  ])
  func `has only the steps that are declared`(_ steps: [String], _ declared: String) throws {
    let made = try builtLock(steps, declaring: declared)
    let error = try #require(throws: SyntaxProblems.self) { try lock(made.bytes) }
    #expect(error.problems.map(\.fault) == [.foreignSteps(tool: try name("lua"))])
  }

  @Test(arguments: [#""""#, #""  ""#, #""a\u{1b}[2J""#, "", #""a" b"#])
  func `has no blank or hidden steps`(_ step: String) throws {
    let text = try builtLock(["make"], declaring: "make").text
      .replacing("step \"make\"", with: "step \(step)")
    #expect(throws: SyntaxProblems.self) { try lock(text.utf8) }
  }

  @Test func `accepts parts anywhere in a stanza`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/full.lock")
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let parts = lines.filter { $0.hasPrefix("  part ") }
    let moved = lines.filter { !$0.hasPrefix("  part ") }.flatMap {
      $0 == "  provides fastlane" ? parts + [$0] : [$0]
    }
    #expect(try lock(moved.joined(separator: "\n").utf8).bytes == bytes)
  }

  @Test func `has one text per value, regardless of construction order`() throws {
    let read = try lock(Fixture.bytes("Manifests/lockfile/full.lock"))
    let shuffled = read.tools.reversed().map { tool in
      tool.with {
        $0.wants.reverse()
        $0.declared = LockedDeclaration(options: tool.declaration.options.reversed())
        $0.needs.reverse()
        $0.provides.reverse()
        $0.artifacts.reverse()
        $0.parts.reverse()
      }
    }
    let made = Lockfile(platforms: read.platforms.reversed() + read.platforms, tools: shuffled)
    #expect(made == read)
    #expect(made.text == read.text)
  }

  @Test func `keeps unknown lines of the lock that it replaces`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/unknown-lines.lock")
    let read = try lock(bytes)
    let same = Lockfile(platforms: read.platforms, tools: read.tools, replacing: read)
    #expect(same.bytes == bytes)
    // A block whose stanza is removed stays between the neighbors of the stanza.
    let fewer = Lockfile(platforms: read.platforms, tools: read.tools.suffix(1), replacing: read)
    #expect(
      fewer.text.split(separator: "\n").filter { !$0.hasPrefix(" ") } == [
        "# Toolfile.lock: what Toolfile resolves to. Written by `bootstrap lock`; commit it.",
        "lockfile 1", "mirror 4f00 https://example.org",
        "platforms linux-arm64 linux-x64 macos-arm64", "signed-by nobody", "mirror example 2",
        "tool node 1.2.3", "# the end", "# of it",
      ])
  }

  @Test func `ignores CR LF and a byte order mark`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/unknown-lines.lock")
    let windows: [UInt8] = [0xEF, 0xBB, 0xBF] + bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    #expect(try lock(windows) == (try lock(bytes)))
    #expect(try lock(windows).bytes == bytes)
  }

  @Test func `quotes values where needed`() throws {
    let value = "two words, \"quotes\", \\ and\n\ttab é"
    let tool = LockedTool(
      name: try name("a"), version: try #require(VersionText("1")),
      wants: [.init(.any, by: .toolfile)],
      declared: LockedDeclaration(source: "url", options: [.init("note", value)]),
      provides: [.init(try #require(ExecutableName("a")))])
    let made = Lockfile(platforms: [.linuxX64], tools: [tool])
    #expect(
      made.text.contains(
        #"  declares "note=two words, \"quotes\", \\ and\n\ttab é" source=url"# + "\n"))
    #expect(try lock(made.bytes) == made)
    #expect(try lock(made.bytes)[name("a")]?.declaration["note"] == value)
  }

  // MARK: - Conflicts

  @Test func `with conflict markers has two sides`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/conflict.lock.txt")
    let sides = try ConflictedLockfile(parsing: bytes, path: "Toolfile.lock")
    let full = try lock(Fixture.bytes("Manifests/lockfile/full.lock"))
    #expect(sides.ours == full)
    #expect(try #require(sides.ours[name("node")]).version.text == "24.19.0")
    #expect(try #require(sides.theirs[name("node")]).version.text == "24.20.0")
    #expect(sides.agreed.map(\.name.text) == ["cmake", "fastlane", "ruby"])
    // Line numbers refer to the file with the markers.
    let line = try #require(sides.theirs.line(of: name("node")))
    #expect(
      bytes.split(separator: 10, omittingEmptySubsequences: false)[line - 1]
        .elementsEqual("tool node 24.20.0".utf8))
  }

  @Test func `with conflict markers in a stanza has two sides`() throws {
    let text = try String(
      decoding: Fixture.bytes("Manifests/lockfile/full.lock"), as: UTF8.self)
    let merged = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      line == "tool node 24.19.0"
        ? ["<<<<<<< ours", String(line), "=======", "tool node 25.0.0", ">>>>>>> theirs"]
        : [String(line)]
    }.joined(separator: "\r\n")
    let sides = try ConflictedLockfile(parsing: Array(merged.utf8), path: "Toolfile.lock")
    #expect(sides.ours.text == text)
    #expect(try #require(sides.theirs[name("node")]).version.text == "25.0.0")
  }

  @Test func `without conflict markers has two equal, sorted sides`() throws {
    let bytes = try Fixture.bytes("Manifests/lockfile/full.lock")
    let stanzas = String(decoding: bytes, as: UTF8.self).split(separator: "\n\n")
    let disordered =
      ([stanzas[0]] + stanzas.dropFirst().reversed()).joined(separator: "\n\n") + "\n"
    #expect(throws: SyntaxProblems.self) { try lock(disordered.utf8) }
    let sides = try ConflictedLockfile(parsing: Array(disordered.utf8), path: "Toolfile.lock")
    #expect(sides.ours == sides.theirs)
    #expect(try sides.agreed == lock(bytes).tools)
  }

  @Test func `with two empty sides has no tools, even without a final line feed`() throws {
    let text = "<<<<<<< HEAD\n=======\n>>>>>>> other"
    let sides = try ConflictedLockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    #expect(sides.common.tools.isEmpty)
    #expect(sides.contested.isEmpty)
  }

  @Test(arguments: [
    ("<<<<<<< a\n", "Toolfile.lock:4: `<<<<<<<` is left over from a merge conflict"),
    ("=======\n", "Toolfile.lock:4: `=======` is left over from a merge conflict"),
    (">>>>>>> b\n", "Toolfile.lock:4: `>>>>>>>` is left over from a merge conflict"),
    (
      "<<<<<<< a\n=======\n=======\n>>>>>>> b\n",
      "Toolfile.lock:6: `=======` is left over from a merge conflict"
    ),
    (
      "<<<<<<< a\nx\n>>>>>>> b\n",
      "Toolfile.lock:4: `<<<<<<<` is left over from a merge conflict"
    ),
    (
      "<<<<<<< a\n=======\n>>>>>>> b\n>>>>>>> b\n",
      "Toolfile.lock:7: `>>>>>>>` is left over from a merge conflict"
    ),
    (
      "<<<<<<< a\n  provides x\n=======\n>>>>>>> b\n",
      "Toolfile.lock:5:3: `provides` does not belong here"
    ),
  ])
  func `with malformed conflict markers is rejected`(end: String, expected: String) {
    let text = "lockfile 1\nplatforms linux-x64\n\n" + end
    #expect(
      sentences { () throws(SyntaxProblems) in
        _ = try ConflictedLockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
      } == [expected])
  }
}
