import Attestations
import SampleAttestations
import Testing
import Vocabulary

struct WorkflowIdentityTests {
  private static let authority = SampleAuthority()

  /// Returns the workflow in the certificate of an attestation.
  private func workflow(_ identity: SampleIdentity) throws -> WorkflowIdentity? {
    let digest = SHA256Digest(of: "tool")
    let root = try TrustedRoot(
      parsing: Self.authority.rootText, issuer: Self.authority.issuer)
    let verified = try AttestationVerifier(roots: [root]).verify(
      SigstoreBundle(
        parsing: Self.authority.bundle(for: digest, name: "tool", identity: identity)),
      of: AttestedArtifact(digest: digest), by: .anyone)
    return WorkflowIdentity(try #require(verified.identity))
  }

  @Test func `A workflow on another server is a workflow, too`() throws {
    let workflow = try workflow(
      .gitHub(repository: "acme/tool", server: "https://git.acme.example"))
    #expect(workflow?.server == "https://git.acme.example")
    #expect(workflow?.issuer == Self.authority.issuer)
    #expect(workflow?.hasIssuerOfService == false)
  }

  @Test func `A called workflow has its repository and its path`() throws {
    let workflow = try workflow(
      .gitHub(
        repository: "acme/tool", called: "acme/shared/.github/workflows/build.yml@refs/heads/main"))
    #expect(workflow?.workflow == "release.yml")
    #expect(workflow?.calledWorkflow == "acme/shared/.github/workflows/build.yml")
  }

  @Test func `GitLab groups can be nested`() throws {
    let workflow = try workflow(.gitLab(repository: "acme/group/tool", file: "ci/release.yml"))
    #expect(workflow?.repository == "acme/group/tool")
    #expect(workflow?.workflow == "ci/release.yml")
  }

  @Test func `A person is not a workflow`() throws {
    #expect(try workflow(.email("jane@acme.example")) == nil)
  }

  @Test(arguments: [
    SampleIdentity.gitHub(repository: "acme"),
    .gitHub(repository: "acme/tool/other"),
    .gitHub(repository: "acme/.."),
    .gitHub(repository: "acme/to ol"),
    .gitHub(repository: "acme//tool"),
    .gitHub(repository: "acme/tool", workflow: "../release.yml"),
    .gitHub(repository: "acme/tool", workflow: "a/release.yml"),
    .gitHub(repository: "acme/tool", workflow: ""),
    .gitHub(repository: "acme/tool", ref: ""),
    .gitHub(repository: "acme/tool", server: "http://github.com"),
    .gitLab(repository: "acme/tool", file: "../other.yml"),
  ])
  func `An ambiguous address is not a workflow`(
    identity: SampleIdentity
  ) throws {
    #expect(try workflow(identity) == nil)
  }

  @Test(arguments: [
    // The started workflow is in a different repository.
    (18, "https://github.com/acme/other/.github/workflows/release.yml@refs/tags/v1.0"),
    (12, "https://github.com/acme/other"),
    (12, "https://github.com/Acme/tool"),
    // The signer is not the holder of the certificate.
    (9, "https://github.com/acme/other/.github/workflows/release.yml@refs/tags/v1.0"),
    (9, ""), (12, ""), (18, ""),
  ])
  func `Facts that contradict each other name no workflow`(number: Int, value: String) throws {
    var identity = SampleIdentity.gitHub(repository: "acme/tool")
    identity.claims[number] = value
    #expect(try workflow(identity) == nil)
  }

  @Test func `A ref that only looks like a tag stays what it is`() throws {
    let workflow = try workflow(.gitHub(repository: "acme/tool", ref: "refs/tags/../heads/v1.0"))
    #expect(workflow?.ref == "refs/tags/../heads/v1.0")
  }
}
