import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@testable import Locking

@Suite struct BuildCompletionTests {
  /// Returns a stanza for two platforms. With steps, the tool is built.
  private func tool(
    _ name: String, _ version: String = "1.0", needs: [String] = [], steps: [String] = []
  ) throws -> LockedTool {
    let artifacts = try [Platform.linuxX64, .macosArm64].map { platform in
      Artifact(
        platform: platform, format: try #require(ArtifactFormat("tar.gz")),
        digest: SHA256Digest(of: Array("\(name) \(version)".utf8)), size: 1,
        urls: [try #require(ArtifactURL("https://example.org/\(name)"))])
    }
    let needs = try needs.map { ToolNeed(try #require(ToolName($0)), .any) }
    return LockedTool(
      name: try #require(ToolName(name)), version: try #require(VersionText(version)), wants: [],
      declared: LockedDeclaration(source: "url", options: []), provides: []
    ).with {
      $0.needs = needs
      $0.steps = steps
      $0.artifacts = artifacts
    }
  }

  @Test func `a build states all tools that it needs, for each platform`() throws {
    let tools = try [
      tool("app", needs: ["lib", "make"], steps: ["make"]), tool("lib", needs: ["perl"]),
      tool("make"), tool("other", needs: ["perl"]), tool("perl"),
    ]
    let complete = try BuildCompletion.complete(tools)
    #expect(complete.dropFirst() == tools.dropFirst())
    let lines = complete[0].dependencies
    #expect(
      lines.map { "\($0.dependency.tool) \($0.platform)" } == [
        "lib linux-x64", "lib macos-arm64", "make linux-x64", "make macos-arm64", "perl linux-x64",
        "perl macos-arm64",
      ])
    for line in lines {
      let stanza = complete.first { $0.name == line.dependency.tool }
      #expect(line.dependency.id == stanza?.contentID(for: line.platform))
    }
    #expect(try BuildCompletion.complete(complete) == complete)
  }

  @Test func `a change of a tool changes what is built with it`() throws {
    func app(perl: String) throws -> LockedTool {
      try BuildCompletion.complete([
        tool("app", needs: ["lib"], steps: ["make"]),
        tool("lib", needs: ["perl"], steps: ["make"]), tool("perl", perl),
      ])[0]
    }
    let (old, new) = (try app(perl: "1.0"), try app(perl: "2.0"))
    #expect(old.contentID(for: .linuxX64) != new.contentID(for: .linuxX64))
    let lib = new.dependencies.first { $0.dependency.tool.text == "lib" }
    #expect(old.dependencies.first { $0.dependency.tool.text == "lib" } != lib)
  }

  @Test func `builds that need each other cannot be locked`() throws {
    let tools = try [
      tool("a", needs: ["b"], steps: ["make"]), tool("b", needs: ["c"], steps: ["make"]),
      tool("c", needs: ["a"]),
    ]
    let problem = #expect(throws: Problem.self) { try BuildCompletion.complete(tools) }
    guard case .build(let problem)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(problem.fault == .circularNeeds([tools[1].name]))
  }

  @Test func `a lock with these lines is read again`() throws {
    let tools = try BuildCompletion.complete([
      tool("app", needs: ["make"], steps: ["make"]), tool("make"),
    ])
    let lock = Lockfile(platforms: [.linuxX64, .macosArm64], tools: tools)
    #expect(
      lock.text.contains(
        "\n  with make 1.0 \(tools[1].contentID(for: .linuxX64)?.description ?? "") linux-x64\n"))
  }
}
