import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import Sandboxes
import Testing
import Trust
import Vocabulary

@Suite struct `The attestation roots of a project` {
  private let directory: TemporaryDirectory
  private let root: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    root = try TemporaryDirectory()
    try directory.file("Toolfile", Self.text)
  }

  private static let text = """
    attestation_root "roots/acme.json", issuer: "https://token.acme.example"

    """

  private func project() throws -> Project {
    Project(
      folder: directory.path,
      toolfile: try Toolfile(parsing: Array(Self.text.utf8), path: "Toolfile"), pins: nil, lock: nil
    )
  }

  private func gate(_ variables: [String: String] = [:]) -> TrustGate {
    TrustGate(
      TrustRule(Root(root.path), Environment(variables)), formatPath: \.string, report: { _ in })
  }

  @Test func `ask for consent to the issuer and the contents of the file`() throws {
    try directory.file("roots/acme.json", "one")
    let first = try AttestationRoots(of: project())
    let item = TrustItem.attestationRoot(
      issuer: "https://token.acme.example", digest: SHA256Digest(of: "one"))
    #expect(first.requests.map(\.item) == [item])
    #expect(first.requests.map(\.origin?.line) == [1])
    #expect(item.line == "attestation-root https://token.acme.example \(SHA256Digest(of: "one"))")
  }

  @Test func `are given out only after the user accepts them, and again after a change`() throws {
    try directory.file("roots/acme.json", "one")
    let roots = try AttestationRoots(of: project())
    #expect(throws: Problem.self) { try gate().accepted(roots) }
    let ledger = gate().rule.ledger
    try ledger.accept(TrustList(roots.requests.map(\.item)), for: directory.path)
    let accepted = try gate().accepted(roots)
    #expect(accepted.map(\.bytes) == [Array("one".utf8)])
    #expect(accepted.map(\.issuer) == ["https://token.acme.example"])
    try directory.file("roots/acme.json", "two")
    // What was read before the change is what was accepted.
    #expect(try gate().accepted(roots) == accepted)
    #expect(throws: Problem.self) { try gate().accepted(AttestationRoots(of: project())) }
  }

  @Test func `are an error if their file is missing`() throws {
    let missing = FileProblem.missingAttestationRoot(
      path: "roots/acme.json", statement: .file("Toolfile", line: 1, column: 1))
    #expect(throws: Problem.project(.file(missing))) { try AttestationRoots(of: project()) }
  }
}
