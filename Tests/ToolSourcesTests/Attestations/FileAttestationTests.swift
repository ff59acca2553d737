import Diagnostics
import Filesystem
import Layout
import LoopbackServer
import Manifests
import SampleGems
import SampleWheels
import Sandboxes
import SourceKinds
import Testing
import Transport
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of attestations in provenance objects, and in files beside the attested ones.
@Suite struct FileAttestationTests {
  private let world: SourceWorld
  private let bytes = Array("the file".utf8)

  init() throws { world = try SourceWorld() }

  private var files: [AttestableFile] {
    get throws {
      try (0..<3).map {
        try AttestableFile(
          bytes + [UInt8($0)], at: world.server.address("/1.0/tool-\($0).tar.gz"))
      }
    }
  }

  private func package(
    _ change: (inout PackageRequest) -> Void = { _ in }
  ) async throws
    -> any SourcePackage
  {
    try await world.urlPackage(#"versions: "1.0""#, change: change)
  }

  private func paths() -> [String] { world.server.requests.map(\.path) }

  @Test func `an index's object has the attestations with their publishers`() async throws {
    let index = SimpleIndex(on: world.server)
    let wheels = [SamplePlatform.linuxX64, .linuxARM64].map {
      Wheel("ruff", "1.0", for: $0).program("ruff")
    }
    let text = #"{"version":1,"envelope":{"statement":"e30=","signature":"MEU="}}"#
    let releases = wheels.map { wheel in
      index.publish(wheel) {
        $0.attestations = text
        $0.publisher = #""kind": "GitHub", "repository": "a/ruff", "workflow": "r.yml""#
      }
    }
    let package = try await world.package("ruff")
    let files = try zip(wheels, releases).map { wheel, release in
      try AttestableFile(release.bytes, at: world.server.address(index.filePath(of: wheel)))
    }
    world.server.forgetRequests()
    #expect(try await package.attestationTexts(of: files) == [[text], [text]])
    #expect(paths().count == 2)
    let release = package.releases[0]
    let known = try await package.publishers(of: release, for: [.linuxX64, .linuxArm64])
    world.server.forgetRequests()
    let found = try await package.attestations(of: files, in: release, known: known)
    #expect(paths().isEmpty)
    #expect(
      found[files[1].digest]?.first?.stated?.description == "github:a/ruff workflow r.yml")
    let other = try AttestableFile([1], at: "https://example.org/other.patch")
    #expect(try await package.attestationTexts(of: [other], known: known) == [[]])
  }

  @Test func `an unattested tool takes two requests`() async throws {
    let package = try await package()
    #expect(try await package.attestationTexts(of: try files) == [[], nil, nil])
    #expect(
      paths() == ["/1.0/tool-0.tar.gz.sigstore.json", "/1.0/tool-0.tar.gz.sigstore"])
    var offline = world
    offline.isOffline = true
    let same = try await offline.urlPackage(#"versions: "1.0""#)
    #expect(try await same.attestationTexts(of: try files) == [[], nil, nil])
  }

  @Test func `bundles beside files are found by either ending`() async throws {
    world.server.serve("/1.0/tool-0.tar.gz.sigstore.json", .text("{ \"a\": 0 }", type: "x/y"))
    world.server.serve("/1.0/tool-1.tar.gz.sigstore", .text("{ \"a\": 1 }", type: "text/html"))
    let package = try await package()
    #expect(
      try await package.attestationTexts(of: try files) == [[#"{"a":0}"#], [#"{"a":1}"#], []])
    #expect(paths().count == 5)
  }

  @Test func `a file whose address has a query has nothing beside it`() async throws {
    let file = try AttestableFile(bytes, at: world.server.address("/1.0/tool.tar.gz?token=x"))
    #expect(try await package().attestationTexts(of: [file]) == [[]])
    #expect(paths().isEmpty)
  }

  @Test(arguments: [
    ScriptedResponse.status(403), .status(404), .status(410), .text("<html></html>"), .text("[]"),
  ])
  func `a server without the file says so in many ways`(reply: ScriptedResponse) async throws {
    for ending in [".sigstore.json", ".sigstore"] {
      world.server.serve("/1.0/tool-0.tar.gz\(ending)", reply)
    }
    #expect(try await package().attestationTexts(of: try files) == [[], nil, nil])
    #expect(paths().count == 2)
  }

  @Test func `a mirror that refuses a file does not say that the server has none`() async throws {
    let path = "/mirror/tool-0.tar.gz.sigstore.json"
    world.server.serve(path, .status(403))
    var mirrored = world
    mirrored.mirrors = try MirrorRules([
      .init(
        "mirror", [world.server.address("/1.0/"), world.server.address("/mirror/")],
        .user(.commandLine))
    ])
    let package = try await mirrored.urlPackage(#"versions: "1.0""#)
    let files = try files
    await #expect(throws: SourceError.self) {
      try await package.attestationTexts(of: [files[0]])
    }
    #expect(paths() == [path])
  }

  @Test(arguments: [
    ScriptedResponse.status(401), .status(500), .status(429), .text(""), .text("{\"a\": "),
    .text("{} {}"), .text("{\"a\": 1}").cut(after: 3), .endless(of: Array("{ ".utf8)),
    .text("{\"a\": \"\(String(repeating: "x", count: 1 << 20))\"}"),
    .redirect(to: "/1.0/tool-0.tar.gz.sigstore.json"),
  ])
  func `another failure is not the absence of a bundle`(reply: ScriptedResponse) async throws {
    world.server.serve("/1.0/tool-0.tar.gz.sigstore.json", reply)
    let package = try await package()
    _ = try await SourceWorld.problem { _ = try await package.attestationTexts(of: try files) }
    #expect(Set(paths()) == ["/1.0/tool-0.tar.gz.sigstore.json"])
  }

  @Test func `an unknown response is an error offline`() async throws {
    var offline = world
    offline.isOffline = true
    let package = try await offline.urlPackage(#"versions: "1.0""#)
    let problem = try await SourceWorld.problem {
      _ = try await package.attestationTexts(of: try files)
    }
    guard case .answer(.offline) = problem.fault else {
      Issue.record("\(problem)")
      return
    }
  }

  @Test func `a minisign key in the definition requires its signature`() async throws {
    let signature = "untrusted comment: a\nRWQ\ntrusted comment: b\nx\n"
    world.server.serve("/1.0/tool-0.tar.gz.minisig", .text(signature))
    world.server.serve("/1.0/tool-1.tar.gz.minisig", .text("<html></html>"))
    world.server.serve("/1.0/tool-1.tar.gz.sigstore.json", .text("{}"))
    let address = world.server.address("/{version}/tool-{os}.tar.gz")
    let package = try await world.minisigned(
      "tool", package: address, of: DirectURLKind.self,
      more: ", url: \"\(address)\", versions: \"1.0\"")
    let found = try await package.attestations(
      of: try files, in: package.releases[0], known: ReleasePublishers([]))
    #expect(found[try files[0].digest]?.map(\.kind) == [.minisign])
    #expect(found[try files[0].digest]?.first?.text == Array(signature.utf8))
    #expect(found[try files[1].digest] == [])
    #expect(paths() == ["/1.0/tool-0.tar.gz.minisig", "/1.0/tool-1.tar.gz.minisig"])
  }

  @Test func `a folder has bundles beside its files`() async throws {
    let folder = world.path.appending("tools")
    try folder.makeDirectories()
    let digests = try files.map(\.digest.hexadecimal)
    var lines = ["index 1"]
    for (index, platform) in ["linux-x64", "linux-arm64", "macos-arm64"].enumerated() {
      lines.append(
        "artifact greet 1 \(platform) raw sha256:\(digests[index]) 9 f\(index) provides greet")
    }
    let text = lines.joined(separator: "\n") + "\n"
    try folder.appending("index").replaceContents(with: Array(text.utf8))
    let package = try await world.package("greet", of: "directory", at: "tools")
    #expect(try await package.attestationTexts(of: try files) == [[], nil, nil])
    try folder.appending("f0.sigstore.json").replaceContents(with: Array("{ }".utf8))
    try folder.appending("f1.sigstore").replaceContents(with: Array("{\"b\": 1}\n".utf8))
    try folder.appending("f2.sigstore").replaceContents(with: Array("{\"b\"".utf8))
    #expect(
      try await package.attestationTexts(of: Array(try files.prefix(2)))
        == [["{}"], [#"{"b":1}"#]])
    let problem = try await SourceWorld.problem {
      _ = try await package.attestationTexts(of: try files)
    }
    guard case .answer(.unreadable("file:tools/f2.sigstore", _)) = problem.fault else {
      Issue.record("\(problem)")
      return
    }
  }

  @Test func `a gem and its parts have bundles beside them`() async throws {
    var world = world
    world.variables["BOOTSTRAP_GEM_INDEX"] = world.server.address("/gems")
    let gems = GemServer(on: world.server)
    gems.publish(SampleGem("acme", "1.0").program("acme"))
    let package = try await world.package("acme", of: "gem")
    world.server.forgetRequests()
    let files = try ["acme-1.0", "rake-13.0"].map {
      try AttestableFile(Array($0.utf8), at: world.server.address("/gems/gems/\($0).gem"))
    }
    world.server.serve("/gems/gems/acme-1.0.gem.sigstore.json", .text("{}"))
    #expect(try await package.attestationTexts(of: files) == [["{}"], []])
    #expect(paths().count == 3)
  }

  @Test func `kept attestations are found by their digest`() throws {
    let kept = KeptAttestations(world.root, for: world.path)
    let attestation = PublishedAttestation(.bundle, Array("{}".utf8))
    #expect(kept.text(of: attestation.digest) == nil)
    try kept.insert(attestation)
    #expect(kept.text(of: attestation.digest) == attestation.text)
    let file = world.root.attestations.appending(attestation.digest.hexadecimal)
    try file.replaceContents(with: Array("{".utf8))
    #expect(kept.text(of: attestation.digest) == nil)

    let vendored = world.path.appending("vendor/tools/attestations")
    try vendored.makeDirectories()
    let copy = vendored.appending(attestation.digest.hexadecimal)
    try copy.replaceContents(with: attestation.text)
    #expect(kept.text(of: attestation.digest) == attestation.text)
    #expect(KeptAttestations(world.root).text(of: attestation.digest) == nil)
    // A link out of the project is not read.
    let outside = try TemporaryDirectory()
    let target = outside.path.appending("bundle")
    try target.replaceContents(with: attestation.text)
    try copy.removeFile()
    try copy.makeLink(to: target)
    #expect(kept.text(of: attestation.digest) == nil)
  }
}
