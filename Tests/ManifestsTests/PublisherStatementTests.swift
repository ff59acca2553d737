import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

@Suite struct `The statements about publishers` {
  private let key = "RW" + String(repeating: "a", count: 54)

  private func toolfile(_ text: String) throws -> Toolfile {
    let file = try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
    #expect(file.bytes == Array(text.utf8))
    return file
  }

  @Test func `state what must be known about the publishers of all tools and of one`() throws {
    let file = try toolfile(
      """
      require_provenance :stated
      tool "a", pypi: "a", require_provenance: :verified
      tool "b", pypi: "b"

      """)
    #expect(file.requiredProvenance == Located(.stated, at: .file("Toolfile", line: 1, column: 1)))
    #expect(file.tools.map(\.requiredProvenance?.value) == [.verified, nil])
    #expect(file.tools.allSatisfy { tool in !tool.options.contains { $0.key.contains("require") } })
  }

  @Test func `name roots, one for each issuer`() throws {
    let file = try toolfile(
      """
      attestation_root "roots/a.json", issuer: "https://a.example"
      attestation_root "roots/b.json", issuer: "https://b.example"

      """)
    #expect(file.attestationRoots.map(\.path.text) == ["roots/a.json", "roots/b.json"])
    #expect(file.attestationRoots.map(\.issuer) == ["https://a.example", "https://b.example"])
    #expect(file.attestationRoots.map(\.origin.line) == [1, 2])
  }

  @Test func `say in a definition which publisher it expects`() throws {
    let file = try toolfile(
      """
      define "a" do
        pypi "a"
        require_provenance :verified
        publisher github: "acme/mytool", workflow: "release.yml"
        minisign "\(key)"
      end
      define "b" do
        pypi "b"
        publisher gitlab: "group/sub/b"
      end
      define "c" do
        pypi "c"
      end

      """)
    let publishers = file.definitions.map(\.publisher)
    #expect(publishers.map(\.requiredProvenance) == [.verified, nil, nil])
    #expect(publishers.map(\.minisignKey) == [key, nil, nil])
    #expect(
      publishers.map(\.expectation?.description) == [
        "github:acme/mytool workflow release.yml", "gitlab:group/sub/b", nil,
      ])
    #expect(publishers.map { DefinedPublisher($0.options) } == publishers)
    #expect(publishers[2].options.isEmpty)
  }

  @Test(arguments: [
    "github", "github:", "github:a", "github:a/b/c", "github:a/..", "github:a /b", "google:a/b",
    "github:a/b workflow", "github:a/b workflow ", "github:a/b workflow a/b.yml", "github:a/b x y",
    "github:a/b workflow x.yml y", "github:a//b", "github:a/ä",
  ])
  func `cannot expect anything but a repository and a file`(text: String) {
    #expect(PublisherExpectation(text) == nil)
  }

  /// The expectation, a publisher, and whether it is the expected one.
  @Test(arguments: [
    ("github:a/b", "a/b", "r.yml", nil, true), ("github:A/b", "a/B", "r.yml", nil, true),
    ("github:a/b workflow r.yml", "a/b", "r.yml", nil, true),
    ("github:a/b workflow r.yml", "a/b", "R.yml", nil, false),
    ("github:a/b workflow r.yml", "a/b", nil, nil, false),
    ("github:a/b", "a/c", "r.yml", nil, false), ("gitlab:a/b", "a/b", "r.yml", nil, false),
    ("github:a/b", "a/b", "r.yml", "https://token.acme.example", false),
  ])
  func `admit only the expected publisher`(
    text: String, repository: String, workflow: String?, issuer: String?, isExpected: Bool
  ) throws {
    let expectation = try #require(PublisherExpectation(text))
    let verified = try #require(
      VerifiedPublisher("github", repository, workflow: workflow, issuer: issuer))
    #expect(expectation.admits(verified) == isExpected)
    let stated = try #require(LockedPublisher("github", repository, workflow: workflow))
    if issuer == nil { #expect(expectation.admits(stated) == isExpected) }
  }

  @Test func `are in the line of the lock that records the definition`() throws {
    let digest = SHA256Digest(of: [])
    let text = """
      lockfile 1
      platforms linux-x64

      tool a 1
        wants "" Toolfile
        declares groups=default
        defined Toolfile \(digest) pypi minisign=\(key) package=a \
      "publisher=github:acme/mytool workflow release.yml" require_provenance=verified
        provides a

      """
    let lock = try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    #expect(lock.text == text)
    let tool = try #require(lock.tools.first)
    #expect(
      tool.expectedPublisher == PublisherExpectation("github:acme/mytool workflow release.yml"))
    #expect(tool.minisignKey == key)
    #expect(tool.definedProvenance == .verified)
    #expect(tool.lockedProvenance == nil)
  }

  @Test(arguments: ["minisign=RWshort", "publisher=github:a", "require_provenance=proved"])
  func `are checked in a lock`(option: String) {
    let text = """
      lockfile 1
      platforms linux-x64

      tool a 1
        wants "" Toolfile
        declares groups=default
        defined Toolfile \(SHA256Digest(of: [])) pypi \(option)
        provides a

      """
    #expect(throws: SyntaxProblems.self) {
      try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    }
  }
}
