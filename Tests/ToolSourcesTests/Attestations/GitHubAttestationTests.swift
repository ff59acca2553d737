import Diagnostics
import LoopbackServer
import Manifests
import SampleWheels
import SourceKinds
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Tests of the attestations of releases: those that the API lists, and those among the files.
@Suite struct GitHubAttestationTests {
  private let world: GitHubWorld
  private let assets = GitHubWorld.assets(of: "1.0")

  init() throws {
    world = try GitHubWorld()
    world.repository.publish([.init("v1.0", assets)])
  }

  private func files(_ count: Int = 4) throws -> [AttestableFile] {
    try assets.prefix(count).map {
      let path = world.repository.path(of: $0.name, tag: "v1.0")
      return try AttestableFile($0.bytes, at: world.world.server.address(path))
    }
  }

  /// Serves a response of the API about the first file.
  private func serve(_ reply: ScriptedResponse, after cursor: String? = nil) {
    let path = world.repository.path(ofAttestationsFor: assets[0])
    world.world.server.serve(path + (cursor.map { "&after=\($0)" } ?? ""), reply)
  }

  private func page(_ text: String) -> ScriptedResponse { .text(text, type: "application/json") }

  private func texts(_ count: Int = 1) async throws -> [[String]?] {
    try await world.package().attestationTexts(of: try files(count))
  }

  private func problem() async throws -> SourceProblem.Fault {
    try await SourceWorld.problem { _ = try await texts() }.fault
  }

  @Test func `what came with the publishers is not requested again`() async throws {
    world.repository.attest(
      Array(assets.prefix(4)), for: assets[0], by: "release.yml", of: "old/name")
    let package = try await world.package()
    let release = try #require(package.releases.first)
    let known = try await package.publishers(of: release, for: GitHubWorld.platforms)
    world.world.server.forgetRequests()
    let found = try await package.attestations(of: try files(), in: release, known: known)
    #expect(world.world.server.requests.isEmpty)
    #expect(found.count == 4)
    let attestation = try #require(found[SHA256Digest(of: assets[3].bytes)]?.first)
    #expect(attestation.kind == .bundle)
    #expect(attestation.digest == SHA256Digest(of: attestation.text))
    let start = #"{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json","#
    #expect(String(decoding: attestation.text, as: UTF8.self).hasPrefix(start))
    let combined = AlternativePackages([package], for: GitHubWorld.platforms)
    #expect(
      try await combined.attestations(
        of: try files(), in: try #require(combined.releases.first), known: known) == found)
    // The repository moved, so the statement names the old one.
    #expect(attestation.stated?.account == "github:old/name")
    #expect(attestation.account == "github:acme/mytool")
  }

  @Test func `pages are requested by the cursor alone, and their number is limited`() async throws {
    let other = try LoopbackServer()
    func link(_ cursor: String) -> String {
      "<\(other.address("/x"))?per_page=100&after=\(cursor)&x=1>; rel=\"next\", <x>; rel=\"prev\""
    }
    serve(page(#"{"attestations": [{"bundle": {"a": 1}}]}"#).header("Link", link("Y3%3D")))
    serve(
      page(#"{"attestations": [{"bundle": { "b" : " " }}]}"#).header("Link", link("1/../x")),
      after: "Y3%3D")
    #expect(try await texts() == [[#"{"a":1}"#, #"{"b":" "}"#]])
    #expect(other.requests.isEmpty)
    // The pages are known without the network.
    var offline = world
    offline.world.isOffline = true
    #expect(
      try await offline.package().attestationTexts(of: try files(1))
        == [[#"{"a":1}"#, #"{"b":" "}"#]])

    serve(page(#"{"attestations": []}"#).header("Link", link("0")))
    for number in 0..<9 {
      serve(
        page(#"{"attestations": [{"bundle": {"\#(number)": 1}}]}"#)
          .header("Link", link("\(number + 1)")), after: "\(number)")
    }
    #expect(try await texts() == [(0..<4).map { #"{"\#($0)":1}"# }])
  }

  @Test func `an attestation without its bundle is left out`() async throws {
    serve(
      page(
        #"{"attestations": [{"bundle": null, "bundle_url": "https://example.org"}, {}]}"#))
    #expect(try await texts() == [[]])
  }

  @Test func `a file without attestations takes one request, and others none`() async throws {
    #expect(try await texts(4) == [[], nil, nil, nil])
    #expect(world.apiRequests.count { $0.contains("/attestations/") } == 1)
  }

  @Test(arguments: ["<html></html>", "[]", "{}", #"{"attestations": {}}"#, #"{"attestations": [{"#])
  func `another response is an error`(text: String) async throws {
    serve(page(text))
    guard case .answer(.unreadable) = try await problem() else {
      Issue.record("\(text)")
      return
    }
  }

  @Test func `a refusal is an error`() async throws {
    serve(.status(403).header("x-ratelimit-remaining", "0"))
    guard case .own(let fault) = try await problem() else {
      Issue.record("not the rate limit")
      return
    }
    #expect(fault.code == "rate-limit")
    serve(.status(403))
    guard case .answer(.refused(_, 403, _)) = try await problem() else {
      Issue.record("not a refusal")
      return
    }
    serve(page(#"{"attestations": []}"#).cut(after: 10))
    guard case .answer(.cut) = try await problem() else {
      Issue.record("not cut")
      return
    }
  }

  @Test func `bundles among the files of the release are found without a search`() async throws {
    let bundles: [SampleRepository.Asset] = [
      .init(assets[0].name + ".sigstore.json", Array("{\n \"a\": 1 }\n".utf8)),
      .init(assets[1].name + ".sigstore", Array("{\"b\": 2}".utf8)),
      .init(assets[1].name + ".minisig", Array("untrusted comment: x\nRWQ\n".utf8)),
    ]
    world.repository.publish([.init("v1.0", assets + bundles)])
    #expect(try await texts(4) == [[#"{"a":1}"#], [#"{"b":2}"#], [], nil])
    #expect(world.apiRequests.count { $0.contains("/attestations/") } == 1)
    #expect(world.world.server.requests.count { $0.path.contains(".sigstore") } == 2)

    let package = try await world.world.minisigned(
      "mytool", package: "acme/mytool", of: GitHubKind.self, more: ", github: \"acme/mytool\"")
    #expect(try await package.attestationTexts(of: try files(2)) == [[], nil])
    let second = [try files(2)[1]]
    #expect(try await package.attestationTexts(of: second) == [["untrusted comment: x\nRWQ\n"]])
  }

  @Test func `a listed bundle must be there`() async throws {
    let bundle = SampleRepository.Asset(assets[0].name + ".sigstore.json", Array("{}".utf8))
    world.repository.publish([.init("v1.0", assets + [bundle])])
    world.world.server.serve(world.repository.path(of: bundle.name, tag: "v1.0"), .status(404))
    guard case .answer(.refused(_, 404, _)) = try await problem() else {
      Issue.record("not a refusal")
      return
    }
  }

  @Test func `bundles of a private repository are requested from the API`() async throws {
    let storage = try LoopbackServer()
    var world = try GitHubWorld(storage: storage)
    world.world.variables["GITHUB_TOKEN"] = SampleRepository.token
    let bundle = SampleRepository.Asset(assets[0].name + ".sigstore.json", Array("{}".utf8))
    world.repository.publish([.init("v1.0", assets + [bundle])])
    let path = world.repository.apiPath(of: assets[0], tag: "v1.0")
    let file = try AttestableFile(assets[0].bytes, at: world.world.server.address(path))
    #expect(try await world.package().attestationTexts(of: [file]) == [["{}"]])
    #expect(storage.requests.count == 1)
  }
}
