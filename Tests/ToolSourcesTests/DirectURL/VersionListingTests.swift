import Diagnostics
import LoopbackServer
import Manifests
import SourceKinds
import Testing
import Versions

@testable import ToolSources

@Suite struct VersionListingTests {
  /// Returns the versions of a tool whose options contain the server's address as `$`.
  private func versions(_ options: String, _ world: SourceWorld) async throws -> [String] {
    let package = try await world.urlPackage(options)
    return package.releases.map(\.version.spelling)
  }

  private func fault(_ options: String, _ world: SourceWorld) async throws -> String {
    let problem = try await SourceWorld.problem { _ = try await world.urlPackage(options) }
    guard case .own(let fault) = problem.fault else { return "\(problem.fault)" }
    return "\(fault.code) \(fault.exitCode.rawValue)"
  }

  private static let page = """
    <!doctype html><html><body><a href="../">..</a><a href="/d/1.9.0/">x</a>
    <a href="tool-1.10.0/">x</a><a href="https://e.org/x/tool-1.2.0?a=b#c">x
    <a href='tool-2.0.0-rc1'>
    <a href="tool-1.2.0/">again</a><a href="tool-latest">x</a></body></html>
    """

  @Test func `a page of links`() async throws {
    let world = try SourceWorld()
    world.server.serve("/d/", .text(Self.page, type: "text/html"))
    #expect(
      try await versions(#"versions: "$/d/", links: "tool-{version}""#, world)
        == ["2.0.0-rc1", "1.10.0", "1.2.0"])
    #expect(try await versions(#"versions: "$/d/", links: "d/{version}""#, world) == ["1.9.0"])
    #expect(try await versions(#"versions: "$/d/", tag: "tool-{version}""#, world).count == 3)
    #expect(try await versions(#"versions: "$/d/""#, world) == ["1.9.0"])
    #expect(try await fault(#"versions: "$/d/", links: "x-{version}""#, world) == "no-match 80")
  }

  @Test func `the first column of a table`() async throws {
    let world = try SourceWorld()
    world.server.serve(
      "/index.txt",
      .text(
        "name\turl\tsha1\nruby-3.4.1\thttps://e.org/ruby-3.4.1.tar.gz\t7a\n"
          + "ruby-3.4.1\thttps://e.org/ruby-3.4.1.zip\t7b\nruby-3.5.0-preview1\tx\t7c\n"))
    #expect(
      try await versions(#"versions: "$/index.txt", tag: "ruby-{version}""#, world)
        == ["3.5.0-preview1", "3.4.1"])
  }

  @Test func `a document in JSON`() async throws {
    let world = try SourceWorld()
    world.server.serve(
      "/a", .text(#"{"master": {}, "0.14.0": {"x": [1]}, "0.9.0": null}"#, type: "application/json")
    )
    world.server.serve(
      "/b",
      .text(#"[{"version": "go1.22"}, {"version": "go1.21.1"}, {"other": 1}, {"version": 3}]"#))
    world.server.serve("/c", .text(#"{"releases": {"list": [["1.0", "2.0"]]}}"#))
    #expect(try await versions(#"versions: "$/a", json: "{}""#, world) == ["0.14.0", "0.9.0"])
    #expect(
      try await versions(#"versions: "$/b", json: "[].version", tag: "go{version}""#, world)
        == ["1.22", "1.21.1"])
    #expect(
      try await versions(#"versions: "$/c", json: "releases.list[][]""#, world) == ["2.0", "1.0"])
    #expect(try await fault(#"versions: "$/a""#, world) == "no-path 65")
    #expect(try await fault(#"versions: "$/b", json: "releases""#, world) == "nothing-at-path 80")
    #expect(try await fault(#"versions: "$/b", json: "[].version""#, world) == "no-match 80")
  }

  @Test func `a message says what the document has instead`() throws {
    func mismatch(_ text: String, _ path: String) throws -> String? {
      try JSONTexts(Array(text.utf8), at: try #require(JSONPath(path))).mismatch
    }
    #expect(try mismatch(#"{"a": 1, "b": 2}"#, "c") == "an object with `a`, `b`")
    #expect(try mismatch(#"{"a": 1}"#, "a") == "a number")
    #expect(try mismatch("[]", "a") == "an array")
    #expect(try mismatch(#"["1.0"]"#, "[]") == nil)
  }

  @Test func `a page that is not JSON`() async throws {
    let world = try SourceWorld()
    world.server.serve("/a", .text("<html>", type: "text/html"))
    world.server.serve("/b", .text("[1,"))
    for (page, expected) in [
      ("a", UnreadableResponse.unexpectedJSON(offset: 0)), ("b", .truncated(bytes: 3)),
    ] {
      let problem = try await SourceWorld.problem {
        _ = try await world.urlPackage("versions: \"$/\(page)\", json: \"[]\"")
      }
      #expect(
        problem.fault == .answer(.unreadable(address: world.server.address("/\(page)"), expected)))
    }
  }

  @Test func `a text with one version a line`() async throws {
    let world = try SourceWorld()
    world.server.serve("/v.txt", .text("# newest first\nv1.10\r\n1.2\n\nstable\nv1.2.0\n"))
    #expect(try await versions(#"versions: "$/v.txt""#, world) == ["1.10", "1.2"])
  }

  /// Returns a line after its length.
  private func packet(_ line: String) -> String {
    let length = String(line.utf8.count + 4, radix: 16)
    return String(repeating: "0", count: 4 - length.count) + length + line
  }

  @Test func `the tags of a Git repository`() async throws {
    let world = try SourceWorld()
    let id = String(repeating: "0a", count: 20)
    let lines = [
      "# service=git-upload-pack\n", nil, "\(id) HEAD\0multi_ack thin-pack\n",
      "\(id) refs/heads/9.0\n", "\(id) refs/tags/v1.0\n", "\(id) refs/tags/v1.0^{}\n",
      "\(id) refs/tags/v1.10\n", "\(id) refs/tags/nightly\n", nil,
    ]
    let body = lines.map { $0.map(packet) ?? "0000" }.joined()
    world.server.serve(
      "/o/r/info/refs?service=git-upload-pack",
      .text(body, type: "application/x-git-upload-pack-advertisement"))
    #expect(try await versions(#"tags: "$/o/r""#, world) == ["1.10", "1.0"])
    #expect(GitReferences(Array(body.utf8.dropLast(2))) == nil)
    #expect(GitReferences(Array("<html>".utf8)) == nil)
    #expect(GitReferences([]) == nil)
  }

  @Test func `given versions need no request`() async throws {
    let world = try SourceWorld()
    #expect(
      try await versions(#"versions: ["1.2.3", "1.10", "1.2.3"]"#, world) == ["1.10", "1.2.3"])
    #expect(try await versions(#"versions: "1.2.3""#, world) == ["1.2.3"])
    #expect(try await fault("", world) == "no-versions 65")
    #expect(world.server.requests.isEmpty)
  }

  @Test func `an exact requirement stands for a list`() async throws {
    let world = try SourceWorld()
    let exact = try Requirement(parsing: ["5.4.4"])
    let package = try await world.urlPackage("") { $0.requirements = [exact] }
    #expect(package.releases.map(\.version.spelling) == ["5.4.4"])
  }

  @Test func `an unchanged page is not sent again`() async throws {
    var world = try SourceWorld()
    world.server.serve("/v", .file(Array("1.0\n".utf8), type: "text/plain", etag: "1"))
    for _ in 0..<2 { #expect(try await versions(#"versions: "$/v""#, world) == ["1.0"]) }
    #expect(world.server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    world.isOffline = true
    #expect(try await versions(#"versions: "$/v""#, world) == ["1.0"])
    #expect(world.server.requests.count == 2)
  }

  @Test func `a missing page is a refusal`() async throws {
    let world = try SourceWorld()
    let problem = try await SourceWorld.problem {
      _ = try await world.urlPackage(#"versions: "$/v""#)
    }
    #expect(
      problem.fault
        == .answer(.refused(address: world.server.address("/v"), status: 404, advice: nil)))
  }

  @Test func `an address without TLS is refused`() async throws {
    let world = try SourceWorld()
    let problem = try await SourceWorld.problem {
      _ = try await world.urlPackage(#"versions: "http://e.org/v""#)
    }
    guard case .answer(.unencrypted(let address, nil, _)) = problem.fault else {
      Issue.record("\(problem.fault)")
      return
    }
    #expect(address == "http://e.org/v")
  }
}

extension SourceWorld {
  /// Returns the package of the tool `tool` with these options, in which `$` stands for the address
  /// of the server. The template is that of `file`.
  func urlPackage(
    _ options: String, file: String = "/{version}/tool-{os}-{arch}.tar.gz",
    change: (inout PackageRequest) -> Void = { _ in }
  ) async throws -> any SourcePackage {
    let text = "url: \"$\(file)\"" + (options.isEmpty ? "" : ", \(options)")
    let address = server.address()
    let filled = text.split(separator: "$", omittingEmptySubsequences: false)
      .joined(separator: address)
    let tool = try SourceWorld.tool("tool", more: ", \(filled)")
    let source = try sources.source(of: tool)
    var request = try source.request(for: tool)
    change(&request)
    return try await source.package(request)
  }
}
