import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `The stanza of a gem` {
  private let digest = SHA256Digest(of: [])

  private func name(_ text: String) throws -> ToolName { try #require(ToolName(text)) }

  private func stanza(
    _ tool: String, _ version: String, _ format: ArtifactFormat, source: String
  ) throws -> LockedTool {
    let url = try #require(ArtifactURL("https://example.org/\(tool)-\(version)"))
    return LockedTool(
      name: try name(tool), version: try #require(VersionText(version)),
      wants: [.init(.any, by: .toolfile)],
      declared: LockedDeclaration(source: source, options: [.init("package", tool)]),
      provides: [.init(try #require(ExecutableName(tool)), on: nil)]
    ).with {
      $0.artifacts = [Platform.linuxX64, .macosArm64].map {
        Artifact(platform: $0, format: format, digest: digest, size: 1, urls: [url])
      }
    }
  }

  /// Returns a gem that needs Ruby, and has two gems that run code when they are installed.
  private func gem() throws -> LockedTool {
    let need = ToolNeed(try name("ruby"), try Requirement(parsing: [">= 3.0"]))
    let extensions = try ["nkf", "json"].map { try #require(PartName($0)) }
    return try stanza("fastlane", "2.228.0", .gem, source: "gem").with {
      $0.needs = [need]
      $0.extensions = extensions
    }
  }

  private func lock(_ tools: [LockedTool]) -> Lockfile {
    Lockfile(platforms: [.linuxX64, .macosArm64], tools: tools)
  }

  private func reread(_ lock: Lockfile) throws -> Lockfile {
    try Lockfile(parsing: lock.bytes, path: "Toolfile.lock")
  }

  @Test func `names the gems whose installation runs code, and has another number`() throws {
    let made = lock([try gem()])
    #expect(made.text.contains("\nlockfile 2\n"))
    #expect(made.text.contains("\n  extension json\n  extension nkf\n"))
    #expect(try reread(made) == made)
  }

  @Test func `names the Ruby of the lock, which decides the content`() throws {
    let ruby = try stanza("ruby", "3.4.1", .wheel, source: "pypi")
    var dependencies = BuildDependencies([try gem(), ruby])
    let completed = dependencies.complete(try gem())
    let made = lock([completed, ruby])
    let id = try #require(ruby.contentID(for: .linuxX64))
    #expect(made.text.contains("\n  with ruby 3.4.1 \(id) linux-x64\n"))
    #expect(try reread(made) == made)
    #expect(completed.contentID(for: .linuxX64) != (try gem()).contentID(for: .linuxX64))
  }

  @Test func `names no Ruby if that of the system runs it`() throws {
    var dependencies = BuildDependencies([try gem()])
    let completed = dependencies.complete(try gem())
    #expect(completed.dependencies.isEmpty)
    #expect(completed.contentID(for: .linuxX64) != completed.contentID(for: .macosArm64))
  }

  @Test func `uses only the Ruby, and not what that needs`() throws {
    let need = ToolNeed(try name("openssl"), .any)
    let ruby = try stanza("ruby", "3.4.1", .wheel, source: "pypi").with { $0.needs = [need] }
    let openssl = try stanza("openssl", "3.0.0", .wheel, source: "pypi")
    let dependencies = BuildDependencies([try gem(), openssl, ruby])
    #expect(dependencies.tools(usedBy: try gem()) == [ruby])
  }

  @Test func `has each extension once`() throws {
    let text = lock([try gem()]).text
      .replacing("  extension json\n", with: "  extension json\n  extension json\n")
    #expect(throws: SyntaxProblems.self) {
      try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    }
  }
}
