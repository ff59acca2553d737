import Archives
import Testing
import ToolSources
import Vocabulary

@testable import Installation

@Suite struct ArtifactMembersTests {
  private func file(_ path: String, isExecutable: Bool = false) throws -> ExtractedFile {
    ExtractedFile(
      path: try MemberPath(path), kind: .file(isExecutable: isExecutable), size: 3,
      digest: SHA256Digest(of: []))
  }

  private func link(_ path: String, to target: String) throws -> ExtractedFile {
    ExtractedFile(
      path: try MemberPath(path), kind: .link(target: target), size: target.utf8.count,
      digest: SHA256Digest(of: []))
  }

  @Test func `a link has the facts of its file`() throws {
    let members = ArtifactMembers([
      try link("node/bin/npm", to: "../lib/npm"),
      try file("node/lib/npm-cli.js", isExecutable: true),
      try link("node/lib/npm", to: "./npm-cli.js"), try file("README"),
    ])
    #expect(
      members.files.map { "\($0.path) \($0.isExecutable) \($0.size)" } == [
        "node/bin/npm true 3", "node/lib/npm-cli.js true 3", "node/lib/npm true 3",
        "README false 3",
      ])
    #expect(members.file(at: "node/bin/npm")?.path.text == "node/lib/npm-cli.js")
  }

  @Test func `links that lead to no file are left out`() throws {
    let members = ArtifactMembers([
      try link("a", to: "missing"), try link("b", to: "c"), try link("c", to: "b"),
      try link("d", to: "folder"), try file("folder/x"), try link("e", to: "../out"),
    ])
    #expect(members.files.map(\.path) == ["folder/x"])
  }
}
