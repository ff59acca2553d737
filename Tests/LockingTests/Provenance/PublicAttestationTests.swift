import Corpora
import Diagnostics
import Filesystem
import Foundation
import IndexWorlds
import Layout
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Testing
import Vocabulary

@testable import Locking

/// Locks of files whose attestations by the public instance of Sigstore are real. The files are not
/// here. A list states their digests, and a lock needs no more if the executables are known.
@Suite(.enabled(if: Corpora.has("sigstore/real/github"), "\(Corpora.absence)"))
struct PublicAttestationTests {
  private static let folder = "sigstore/real/github"
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
  }

  /// Returns the digest of an attested file.
  private func digest(of name: String) throws -> String {
    let sums = String(
      decoding: try Corpora.contents(of: Self.folder, "SHA256SUMS"), as: UTF8.self)
    let line = try #require(sums.split(separator: "\n").first { $0.hasSuffix(name) })
    return String(line.prefix(64))
  }

  /// Locks a file at an address, with a bundle beside it.
  ///
  /// - Parameters:
  ///   - bundle: The name of the bundle.
  ///   - digest: The digest that the list states.
  ///   - statements: Further statements of the Toolfile.
  ///   - lines: Further lines of the definition.
  private func lock(
    _ bundle: String, digest: String, _ statements: String = "", lines: String = ""
  ) async throws -> LockedTool {
    let server = world.index.server
    server.serve("/demo-1.0", .file(Array("#!/bin/sh\n".utf8)))
    server.serve("/SUMS", .text("\(digest)  demo-1.0\n", type: "text/plain"))
    let bytes = Array(try Corpora.contents(of: Self.folder, bundle))
    server.serve("/demo-1.0.sigstore.json", .file(bytes, type: "application/json"))
    let toolfile = """
      platforms "linux-x64"
      \(statements)
      define "demo" do
        executables "demo"
        url "\(server.address("/demo-{version}"))"
        checksums "\(server.address("/SUMS"))"
        \(lines)
      end
      tool "demo", "1.0"

      """
    try world.path.appending(Toolfile.name).replaceContents(with: Array(toolfile.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    let locking = world.locking(under: Environment(["CI": "true"]))
    let lock = try await locking.resolve(LockRequest(project, replacing: nil)).lock
    return try #require(lock.tools.first)
  }

  @Test(arguments: [
    (
      "reusable-workflow-attestation.sigstore.json", "reusable-workflow-artifact",
      "github:malancas/attest-demo workflow shared.yml "
        + "called github/artifact-attestations-workflows/.github/workflows/attest.yml"
    ),
    (
      "custom-issuer.sigstore.json", "custom-issuer-artifact",
      "issuer https://token.actions.githubusercontent.com/hammer-time"
    ),
  ])
  func `The public root proves the workflow of a file`(
    bundle: String, file: String, publisher: String
  ) async throws {
    let digest = try digest(of: file)
    let tool = try await lock(bundle, digest: digest, "require_provenance :verified")
    let verification = try #require(tool.verification)
    #expect(verification.publisher.description.hasSuffix(publisher))
    #expect(verification.bundles.map(\.file.platform) == [.linuxX64])
    #expect(tool.artifacts.map(\.digest.hexadecimal) == [digest])
  }

  /// Returns the reason a lock of a file is refused.
  private func obstacle(
    _ bundle: String, digest: String, _ statements: String = "", lines: String = ""
  ) async throws -> UnmetProvenance? {
    let problem = await #expect(throws: Problem.self) {
      _ = try await lock(bundle, digest: digest, statements, lines: lines)
    }
    #expect(problem?.exitCode == .corruptArtifact)
    guard case .project(.lock(.unmetProvenance(let unmet)))? = problem else {
      Issue.record("\(String(describing: problem))")
      return nil
    }
    return unmet.first
  }

  @Test(arguments: ["mallory/attest-demo", "malancas/attest-dem0", "malancas/attest-demo2"])
  func `A real attestation of another publisher does not meet an expectation`(
    repository: String
  ) async throws {
    let unmet = try await obstacle(
      "reusable-workflow-attestation.sigstore.json",
      digest: try digest(of: "reusable-workflow-artifact"),
      lines: "publisher github: \"\(repository)\"")
    guard case .otherPublisher? = unmet?.files.first?.reason else {
      Issue.record("\(String(describing: unmet))")
      return
    }
  }

  @Test func `A real attestation of another file proves nothing`() async throws {
    let unmet = try await obstacle(
      "reusable-workflow-attestation.sigstore.json", digest: String(repeating: "0", count: 64),
      "require_provenance :verified")
    guard case .fault(.statement(.digest))? = unmet?.files.first?.reason else {
      Issue.record("\(String(describing: unmet))")
      return
    }
  }

  @Test func `An authority without a root proves nothing`() async throws {
    let unmet = try await obstacle(
      "github_provenance_demo-0.0.12-py3-none-any-bundle.jsonl",
      digest: try digest(of: "github_provenance_demo-0.0.12-py3-none-any.whl"),
      "require_provenance :verified")
    guard case .fault(.signer(.unknownAuthority))? = unmet?.files.first?.reason else {
      Issue.record("\(String(describing: unmet))")
      return
    }
  }
}
