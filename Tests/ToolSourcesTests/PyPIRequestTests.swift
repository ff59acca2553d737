import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Transport
import Vocabulary

@testable import ToolSources

/// Tests of the requests to an index and of their failures.
@Suite struct PyPIRequestTests {
  @Test func `all faults of a declaration are reported at once`() throws {
    let source = try SourceWorld().sources.source("pypi")
    let error = #expect(throws: SourceError.self) {
      try source.request(for: SourceWorld.tool("a", package: "../b", more: ", gitlab: \"a/b\""))
    }
    guard case .problems(let problems)? = error else { return }
    #expect(
      problems.map(\.fault) == [
        .declaration(
          .unknownOption(
            "gitlab",
            known: ToolOption.allCases.map(\.rawValue) + [
              "directory", "gem", "github", "pypi", "url",
            ])),
        .declaration(.badOption("package", expected: .packageName)),
      ])
    #expect(problems.map { $0.origin?.description } == ["Toolfile:1:28", "Toolfile:1:20"])
    #expect(problems.allSatisfy { $0.exitCode == .unreadableManifest })
  }

  @Test func `a declaration matches the manifest`() throws {
    let sources = try SourceWorld().sources
    func request(_ tool: DeclaredTool) throws -> PackageRequest {
      try sources.source(of: tool).request(for: tool)
    }
    let plain = try request(SourceWorld.tool("ruff"))
    #expect(
      plain.declared
        == LockedDeclaration(
          source: "pypi", options: [.init("groups", "default"), .init("package", "ruff")]))
    let full = try request(
      SourceWorld.tool(
        "x", package: "Shell_Check.Py", executables: ["a", "b"],
        source: #""pypi", "https://me:secret@example.org/simple/""#))
    #expect(
      full.declared
        == LockedDeclaration(
          source: "pypi",
          options: [
            .init("package", "Shell_Check.Py"), .init("address", "https://example.org/simple/"),
            .init("executables", "a,b"), .init("groups", "default"),
          ]))
    #expect(full.package == "shell-check-py")
  }

  @Test func `an unknown source is a problem`() async throws {
    let problem = try await SourceWorld.problem {
      _ = try SourceWorld().sources.source("npm", origin: .commandLine)
    }
    #expect(
      problem.fault
        == .declaration(.unknownSource(known: ["directory", "gem", "github", "pypi", "url"])))
  }

  @Test(arguments: [
    (
      ScriptedResponse.status(404),
      SourceProblem.Fault.content(.unknownPackage(known: [], address: "/a/"))
    ),
    (.status(410), .content(.unknownPackage(known: [], address: "/a/"))),
    (.text("plain"), .answer(.unreadable(address: "/a/", .contentType("text/plain")))),
    (.text("", type: "text/html"), .answer(.unreadable(address: "/a/", .empty))),
    (
      .text("<form>log in</form>", type: "text/html"),
      .answer(.unreadable(address: "/a/", .noFiles))
    ),
    (
      .text("<html><a href=a-1.zip>", type: "text/html"),
      .answer(.unreadable(address: "/a/", .truncated(bytes: 22)))
    ),
    (
      .text("[]", type: "application/vnd.pypi.simple.v1+json"),
      .answer(.unreadable(address: "/a/", .unexpectedJSON(offset: 0)))
    ),
    (
      .text(
        #"{"meta":{"api-version":"2.0"},"files":[]}"#,
        type: "application/vnd.pypi.simple.v1+json"),
      .answer(.unreadable(address: "/a/", .version("2.0")))
    ),
    (.text("<html></html>", type: "text/html"), .answer(.unreadable(address: "/a/", .noFiles))),
    (.text(#"{"files":[]}"#, type: "application/json"), .content(.noReleases)),
    (.status(403), .answer(.refused(address: "/a/", status: 403, advice: nil))),
    (.status(500), .answer(.refused(address: "/a/", status: 500, advice: nil))),
  ])
  func `an unusable response is a problem`(
    reply: ScriptedResponse, fault: SourceProblem.Fault
  ) async throws {
    let world = try SourceWorld()
    world.server.serve("/simple/a/", reply)
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    let address = world.server.address("/simple/a/")
    let expected: SourceProblem.Fault =
      switch fault {
      case .answer(.unreadable(_, let answer)): .answer(.unreadable(address: address, answer))
      case .content(.unknownPackage): .content(.unknownPackage(known: [], address: address))
      case .answer(.refused(_, let status, _)):
        .answer(.refused(address: address, status: status, advice: PyPIKind.credentialAdvice))
      default: fault
      }
    #expect(problem.fault == expected)
    #expect(problem.tool == ToolName("a"))
    #expect(problem.origin?.description == "Toolfile:1:1")
    // Unusable responses are not stored. A page without files is usable.
    let isKept = !(try world.root.index.appending("pypi").entriesIfPresent()).isEmpty
    #expect(isKept == (fault == .content(.noReleases)))
  }

  @Test func `an oversized page is not read`() async throws {
    let world = try SourceWorld()
    world.server.serve("/simple/a/", .text("<html>", type: "text/html").claimingLength(1 << 40))
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    #expect(
      problem.fault
        == .answer(.tooLarge(address: world.server.address("/simple/a/"), limit: 64_000_000)))
  }

  @Test func `an unreachable address is a problem`() async throws {
    var world = try SourceWorld()
    // Port 1 is never assigned. The port of a stopped server could be reused by another test.
    let address = "http://127.0.0.1:1"
    world.variables["BOOTSTRAP_PYPI_INDEX"] = address
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    guard case .answer(.unreachable("\(address)/a/", let reason)) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(problem.exitCode == .unreachable)
  }

  @Test func `an index without TLS in a Toolfile is refused unless it is the user's own`()
    async throws
  {
    var world = try SourceWorld()
    let tool = try SourceWorld.tool("a", source: #""pypi", "http://index.example/simple/""#)
    let problem = try await SourceWorld.problem { _ = try world.sources.source(of: tool) }
    #expect(
      problem.fault
        == .answer(
          .unencrypted(
            address: "http://index.example/simple", listedBy: nil,
            advice: PyPIKind.unencryptedAdvice))
    )
    #expect(problem.exitCode == .unreachable)
    #expect(problem.origin?.description == "Toolfile:1:1")

    world.variables["BOOTSTRAP_PYPI_INDEX"] = "http://index.example/other"
    _ = try world.sources.source(of: tool)
    // Another port is another server.
    world.variables["BOOTSTRAP_PYPI_INDEX"] = "http://index.example:8080/simple"
    #expect(throws: SourceError.self) { try world.sources.source(of: tool) }
    world.variables["BOOTSTRAP_PYPI_INDEX"] = "https://index.example/simple"
    #expect(throws: SourceError.self) { try world.sources.source(of: tool) }
  }

  @Test(arguments: ["", "<base href=\"http://files.example/\">"])
  func `an index may not hand out files without TLS`(base: String) async throws {
    let world = try SourceWorld()
    let wheel = Wheel("a", "1", for: .linuxX64).program("a")
    let digest = SHA256Digest(of: wheel.bytes).hexadecimal
    let link = (base.isEmpty ? "http://files.example/" : "") + "\(wheel.fileName)#sha256=\(digest)"
    world.server.serve(
      "/simple/a/",
      .text("<html>\(base)<a href=\"\(link)\">a</a></html>", type: "text/html"))
    let package = try await world.package("a")
    let problem = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    #expect(
      problem.fault
        == .answer(
          .unencrypted(
            address: "http://files.example/\(wheel.fileName)",
            listedBy: world.server.address("/simple/a/"), advice: PyPIKind.unencryptedAdvice)))
  }

  /// The argument is whether the server sends the files without the query, too.
  @Test(arguments: [true, false])
  func `a query in the address of a file is never locked`(isOptional: Bool) async throws {
    let world = try SourceWorld()
    let wheels = [SamplePlatform.linuxX64, .macOSARM64].map {
      Wheel("a", "1", for: $0).program("a")
    }
    var links = ""
    for wheel in wheels {
      let digest = SHA256Digest(of: wheel.bytes).hexadecimal
      links += "<a href=\"/files/\(wheel.fileName)?token=sesame#sha256=\(digest)\">a</a>"
      world.server.serve(
        "/files/\(wheel.fileName)", isOptional ? .file(wheel.bytes) : .status(403))
    }
    world.server.serve("/simple/a/", .text("<html>\(links)</html>", type: "text/html"))
    let package = try await world.package("a")
    let addresses = wheels.map { world.server.address("/files/\($0.fileName)") }
    guard isOptional else {
      let problem = try await SourceWorld.problem {
        _ = try await package.content(of: package.releases[0], for: [.macosArm64])
      }
      #expect(problem.fault == .answer(.signedAddress(address: addresses[1])))
      return
    }
    let content = try await package.content(
      of: package.releases[0], for: [.linuxX64, .macosArm64])
    #expect(content.artifacts.flatMap(\.urls).map(\.text) == addresses)
    // Each file was downloaded without the query, and matched its digest.
    #expect(try world.root.downloads.entries().count == 2)
    #expect(world.server.requests.allSatisfy { !$0.path.contains("sesame") })
  }

  @Test func `an unchanged page is not sent again and works offline`() async throws {
    var world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    index.publish("a", "1", for: [.linuxX64])
    let first = try await world.package("a").releases
    #expect(try await world.package("a").releases == first)
    let pages = world.server.requests
    #expect(pages.map { $0.headers["if-none-match"] != nil } == [false, true])

    // A new page replaces the stored one.
    index.publish("a", "2", for: [.linuxX64])
    #expect(try await world.package("a").releases.count == 2)

    world.isOffline = true
    world.server.stop()
    #expect(try await world.package("a").releases.count == 2)
    let problem = try await SourceWorld.problem { _ = try await world.package("b") }
    #expect(problem.fault == .answer(.offline(address: world.server.address("/simple/b/"))))
    let package = try await world.package("a")
    let other = try await SourceWorld.problem {
      _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    }
    guard case .answer(.offline) = other.fault else {
      Issue.record("\(other.fault)")
      return
    }
  }

  @Test func `a truncated stored reply is ignored`() async throws {
    let world = try SourceWorld()
    let index = SimpleIndex(on: world.server)
    defer { withExtendedLifetime(index) {} }
    index.publish("a", "1", for: [.linuxX64])
    _ = try await world.package("a")
    let folder = world.root.index.appending("pypi")
    let file = folder.appending(try #require(try folder.entries().first)).appending("a")
    let bytes = try file.contents(limit: 1 << 20)
    try file.replaceContents(with: bytes.dropLast(10))
    world.server.forgetRequests()
    #expect(try await world.package("a").releases.count == 1)
    #expect(world.server.requests[0].headers["if-none-match"] == nil)
    #expect(try file.contents(limit: 1 << 20) == bytes)
  }

  @Test func `a password is sent only to its own site and never written`() async throws {
    var world = try SourceWorld()
    let other = try LoopbackServer()
    let wheel = Wheel("a", "1", for: .linuxX64).program("a")
    other.serve("/a.whl", .file(wheel.bytes))
    let host = "127.0.0.1:\(world.server.port)"
    let file = "/simple-files/\(wheel.fileName)"
    let page = """
      <html><a href="\(file)#sha256=\(SHA256Digest(of: wheel.bytes).hexadecimal)">a</a>
      <a href="\(other.address("/\(Wheel("a", "2", for: .linuxX64).fileName)"))">a</a></html>
      """
    world.server.serve(
      "/simple/a/",
      .text(page, type: "text/html").header("ETag", "\"1\"")
        .requiring(user: "me", password: "sesame"))
    world.server.serve(
      file, .file(wheel.bytes).requiring(user: "me", password: "sesame"))
    other.serve("/\(Wheel("a", "2", for: .linuxX64).fileName)", .file(wheel.bytes))
    world.variables["BOOTSTRAP_PYPI_INDEX"] = "http://me:sesame@\(host)/simple"

    let package = try await world.package("a")
    let content = try await package.content(of: package.releases[1], for: [.linuxX64])
    #expect(content.artifacts[0].urls[0].text == "http://\(host)\(file)")
    _ = try await package.content(of: package.releases[0], for: [.linuxX64])
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
    #expect(
      world.sources.credentials(for: try WebAddress("http://\(host)/x").site)?.password == "sesame")
    #expect(
      world.sources.credentials(for: try WebAddress(other.address("/x")).site) == nil)

    world.server.serve("/simple/a/", .status(401))
    let problem = try await SourceWorld.problem { _ = try await world.package("a") }
    #expect(
      problem.fault
        == .answer(
          .refused(
            address: "http://\(host)/simple/a/", status: 401, advice: PyPIKind.credentialAdvice)))
    for path in try Self.tree(world.root.path) {
      #expect(!path.string.contains("sesame"))
      let bytes = path.isDirectory ? [] : try path.contents(limit: 1 << 20)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("sesame"))
    }
  }

  /// Returns `path` and all paths below it.
  private static func tree(_ path: FilePath) throws -> [FilePath] {
    guard path.isDirectory else { return [path] }
    return [path] + (try path.entries().flatMap { try tree(path.appending($0)) })
  }
}
