import Diagnostics
import LoopbackServer
import Testing
import Vocabulary

@testable import ToolSources

/// What servers say about the files of a version.
extension DirectURLContentTests {
  @Test func `a platform whose file is missing is not served`() async throws {
    let world = try world()
    let problem = try await problem("", world, for: [.linuxX64, .linuxArm64])
    #expect(
      problem.fault
        == .content(
          .noArtifact(
            version: "1.0", platform: .linuxArm64, .otherMachines(["linux-x64"]))))
    #expect(problem.exitCode == .notAvailable)
    // What the server lacks was not downloaded for the others either.
    #expect(world.server.requests.allSatisfy { $0.method == "HEAD" })
  }

  @Test func `a file without an answer is not said to be available`() async throws {
    let world = try SourceWorld()
    world.server.serve("/1.0/tool-linux-x64.tar.gz", .status(403))
    let problem = try await problem("", world, for: [.linuxX64, .linuxArm64])
    let address = world.server.address("/1.0/tool-linux-x64.tar.gz")
    #expect(problem.fault == .answer(.refused(address: address, status: 403, advice: nil)))
  }

  @Test func `a version without any file names the addresses`() async throws {
    let world = try world()
    let problem = try await problem("", world, for: [.linuxArm64, .macosX64])
    guard case .own(let fault) = problem.fault else { throw SourceWorld.Unexpected(error: nil) }
    #expect(fault.code == "no-files")
    #expect(
      fault.lines.contains(
        .detail(
          label: "looked at",
          ["linux-arm64", "macos-x64"].map { world.server.address("/1.0/tool-\($0).tar.gz") })))
    #expect(problem.exitCode == .notAvailable)
  }

  @Test func `a server that does not answer HEAD is asked for a byte`() async throws {
    let world = try SourceWorld()
    let reply = ScriptedResponse.file(Self.archive("tool"))
    world.server.serve("/1.0/tool-linux-x64.tar.gz") { $0.method == "HEAD" ? .status(405) : reply }
    let digest = SHA256Digest(of: Self.archive("tool")).hexadecimal
    let content = try await content(
      ", digests: {linux_x64: \"\(digest)\"}, executables: [\"tool\"]", world, for: [.linuxX64])
    #expect(content.artifacts[0].size == Self.archive("tool").count)
    #expect(world.server.requests.map { $0.headers["range"] } == [nil, "bytes=0-0"])
  }
}
