import Attestations
import Corpora
import Cryptography
import Diagnostics
import Testing
import Vocabulary

/// Attestations from public services. Only the digests of the attested files are here, not the
/// files.
@Suite(.enabled(if: Corpora.has("sigstore/real"), "\(Corpora.absence)"))
struct RealAttestationTests {
  private static let pypi = "pypi_attestations-0.0.19.tar.gz"
  private static let issuer = "https://token.actions.githubusercontent.com"

  private func verify(
    _ text: [UInt8], of file: String, in folder: String = "", named name: String? = nil
  ) throws -> VerifiedAttestation {
    let sums = try Corpora.contents(of: "sigstore/real\(folder)", "SHA256SUMS")
    let line = try #require(
      String(decoding: sums, as: UTF8.self).split(separator: "\n").first { $0.hasSuffix(file) })
    let digest = try #require(SHA256Digest(hexadecimal: line.prefix(64)))
    let root = try #require(TrustedRoot.publicInstance)
    return try AttestationVerifier(roots: [root]).verify(
      SigstoreBundle(parsing: text), of: AttestedArtifact(digest: digest, name: name),
      by: .anyone)
  }

  private func bundle(_ name: String, in folder: String = "") throws -> [UInt8] {
    Array(try Corpora.contents(of: "sigstore/real\(folder)", name))
  }

  private func workflow(_ attestation: VerifiedAttestation) throws -> WorkflowIdentity {
    let identity = try #require(attestation.identity)
    return try #require(WorkflowIdentity(identity))
  }

  @Test(arguments: ["publish", "slsa"])
  func `An attestation of a file in a Python index names its workflow`(kind: String) throws {
    let attestation = try verify(
      bundle("\(Self.pypi).\(kind).attestation"), of: Self.pypi, named: Self.pypi)
    let workflow = try workflow(attestation)
    #expect(workflow.service == .gitHub)
    #expect(workflow.server == "https://github.com")
    #expect(workflow.repository == "trailofbits/pypi-attestations")
    #expect(workflow.workflow == "release.yml")
    #expect(workflow.ref == "refs/tags/v0.0.19")
    #expect(workflow.commit == "08802efe1f8e5fec4ad842d6b8ce97656092ee72")
    #expect(workflow.calledWorkflow == nil)
    #expect(workflow.hasIssuerOfService)
    #expect(attestation.statement?.subjects.map(\.name) == [Self.pypi])
  }

  @Test func `An attestation of a file with another name is refused`() throws {
    let text = try bundle("\(Self.pypi).publish.attestation")
    #expect(
      throws: AttestationFault.statement(.name(expected: "other-1.tar.gz", found: Self.pypi))
    ) {
      try verify(text, of: Self.pypi, named: "other-1.tar.gz")
    }
  }

  @Test func `A GitLab pipeline is a workflow`() throws {
    let name = "gitlab_oidc_project-0.0.3.tar.gz"
    let workflow = try workflow(verify(bundle("\(name).publish.attestation"), of: name))
    #expect(workflow.service == .gitLab)
    #expect(workflow.repository == "facutuesca/gitlab-oidc-project")
    #expect(workflow.workflow == ".gitlab-ci.yml")
    #expect(workflow.calledWorkflow == nil)
    #expect(workflow.hasIssuerOfService)
  }

  @Test func `A reusable workflow signs for the one that calls it`() throws {
    let workflow = try workflow(
      verify(
        bundle("reusable-workflow-attestation.sigstore.json", in: "/github"),
        of: "reusable-workflow-artifact", in: "/github"))
    #expect(workflow.repository == "malancas/attest-demo")
    #expect(workflow.workflow == "shared.yml")
    #expect(
      workflow.calledWorkflow
        == "github/artifact-attestations-workflows/.github/workflows/attest.yml")
  }

  @Test func `The issuer of an enterprise is not that of the service`() throws {
    let workflow = try workflow(
      verify(
        bundle("custom-issuer.sigstore.json", in: "/github"), of: "custom-issuer-artifact",
        in: "/github"))
    #expect(workflow.issuer == "\(Self.issuer)/hammer-time")
    #expect(!workflow.hasIssuerOfService)
  }

  @Test(arguments: [
    (
      "github_provenance_demo-0.0.12-py3-none-any-bundle.jsonl",
      "github_provenance_demo-0.0.12-py3-none-any.whl",
      AttestationFault.signer(.unknownAuthority(issuer: issuer))
    ),
    (
      "github_provenance_demo-0.0.12-py3-none-any-bundle-missing-cert.jsonl",
      "github_provenance_demo-0.0.12-py3-none-any.whl", .form(.missingMember("dsseEnvelope"))
    ),
    (
      "github_provenance_demo-0.0.12-py3-none-any-bundle-missing-verification-material.jsonl",
      "github_provenance_demo-0.0.12-py3-none-any.whl",
      .form(.missingMember("verificationMaterial"))
    ),
    (
      "sigstore-js-2.1.0-bundle.json", "sigstore-js-2.1.0.tgz",
      .statement(
        .digest(
          expected: "f0c641fce0310cb43208f4272dc1423153630e44ba8cdc0b5ce8466f724e0eed", found: nil))
    ),
    (
      "sigstoreBundle-invalid-signature.json", "sigstore-js-2.1.0.tgz",
      .statement(.payloadType("text/plain"))
    ),
  ])
  func `An attestation of another authority, or a broken one, is refused`(
    name: String, file: String, fault: AttestationFault
  ) throws {
    let text = try bundle(name, in: "/github")
    #expect(throws: fault) { try verify(text, of: file, in: "/github") }
  }

  @Test func `The public root does not vouch for its staging instance`() throws {
    let name = "rfc8785-0.1.2-py3-none-any.whl"
    let text = try bundle("\(name).publish.attestation")
    #expect(
      throws: AttestationFault.signer(.unknownAuthority(issuer: "https://github.com/login/oauth"))
    ) {
      try verify(text, of: name)
    }
  }
}
