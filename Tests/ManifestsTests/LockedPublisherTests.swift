import Diagnostics
import Manifests
import Testing
import Versions

@Suite struct `A locked publisher` {
  private func publisher(_ line: String) throws -> LockedPublisher {
    let text = """
      lockfile 1
      platforms linux-x64

      tool a 1
        wants "" Toolfile
        declares groups=default source=pypi
        publisher \(line)
        provides a

      """
    let lock = try Lockfile(parsing: Array(text.utf8), path: "Toolfile.lock")
    #expect(lock.text == text)
    return try #require(lock.tools.first?.publisher)
  }

  @Test(arguments: [
    "github:acme/mytool", "github:acme/mytool immutable", "github:acme/mytool workflow a.yml",
    "github:acme/mytool workflow \"a b.yml\" environment \"\\\"x\\\"\"", "google:me@example.org",
    "gitlab:group/sub/tool workflow .gitlab-ci.yml environment release",
  ])
  func `is read as it was written`(line: String) throws {
    #expect(try publisher(line).description == line)
  }

  @Test(arguments: [
    ("", "a"), ("git hub", "a"), ("github", ""), ("github", "a\nb"), ("github", "\u{202E}a"),
    ("github", String(repeating: "a", count: 250)),
  ])
  func `has only text that looks the same to everybody`(kind: String, name: String) {
    #expect(LockedPublisher(kind, name) == nil)
  }

  /// The line in the lock, that of a newer version, and whether it continues the first.
  @Test(arguments: [
    ("github:a/b workflow r.yml", "github:a/b workflow r.yml", true),
    ("github:a/b workflow r.yml", "github:A/B workflow r.yml", true),
    ("github:a/b workflow r.yml", "github:a/b workflow r.yml environment release", true),
    ("github:a/b workflow r.yml", "github:a/c workflow r.yml", false),
    ("github:a/b workflow r.yml", "gitlab:a/b workflow r.yml", false),
    ("github:a/b workflow r.yml", "github:a/b workflow R.yml", false),
    ("github:a/b workflow r.yml", "github:a/b immutable", false),
    ("github:a/b workflow r.yml environment x", "github:a/b workflow r.yml", false),
    ("github:a/b workflow r.yml environment x", "github:a/b workflow r.yml environment y", false),
    ("github:a/b immutable", "github:a/b immutable", true),
    ("github:a/b immutable", "github:a/b workflow r.yml", true),
    ("github:a/b immutable", "github:a/b", false),
    ("github:a/b immutable", "github:a/c immutable", false),
    ("github:a/b", "github:a/b immutable", true),
  ])
  func `is continued by one that states as much`(
    locked: String, next: String, isContinued: Bool
  ) throws {
    #expect(try publisher(locked).isContinued(by: publisher(next)) == isContinued)
  }
}
