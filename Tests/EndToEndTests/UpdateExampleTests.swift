import Foundation
import Sandboxes
import Snapshots
import Testing

/// The example on the page for update bots, run as it stands there.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct UpdateExampleTests {
  private static let hasPrograms = ["git", "jq"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  private static let author = [
    "GIT_AUTHOR_NAME": "Bot", "GIT_AUTHOR_EMAIL": "bot@example.org",
    "GIT_COMMITTER_NAME": "Bot", "GIT_COMMITTER_EMAIL": "bot@example.org",
    "GIT_CONFIG_NOSYSTEM": "1",
  ]

  /// Runs a command that must succeed, and returns what it prints.
  @discardableResult
  private func run(_ words: String...) async throws -> String {
    let script = "PATH=$PATH:/usr/bin:/bin; exec \"$@\""
    let outcome = try await sandbox.run(
      ["sh", "-c", script, "sh"] + words, environment: Self.author)
    try #require(outcome.ending == .exit(0), "\(words): \(outcome.standardError)")
    return outcome.standardOutput
  }

  @Test(
    "The example makes one commit from an update, and none without one",
    .enabled(if: hasPrograms, "git or jq is missing"))
  func commit() async throws {
    let page = URL(
      fileURLWithPath: "../Sources/bootstrap/bootstrap.docc/Updates.md",
      relativeTo: Snapshot.fixtures)
    let text = try String(contentsOf: page, encoding: .utf8)
    let script = try #require(text.firstMatch(of: /```sh\n((?:.|\n)*?)```/)).1
    try sandbox.write("../update.sh", String(script))
    try SampleFolder(["tool greet 1.0", "tool words 0.16.4"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      source "directory", "tools"
      tool "greet", "~> 1.0"   # kept
      tool "words", "~> 0.16.0"

      """)
    try await run("bootstrap", "install", "--quiet")
    try await run("git", "init", "--quiet")
    try await run("git", "add", "--all")
    try await run("git", "commit", "--quiet", "--message", "Start")
    try SampleFolder(["tool greet 1.1", "tool words 0.17.0"]).write(to: "tools", in: sandbox)

    try await run("sh", "../update.sh")
    #expect(
      try await run("git", "log", "-1", "--format=%B", "--name-only") == """
        Update greet, words

        - greet 1.0 → 1.1
        - words 0.16.4 → 0.17.0


        Toolfile
        Toolfile.lock

        """)
    #expect(
      try await run("git", "show", "--format=", "--unified=0", "Toolfile").split(separator: "\n")
        .filter { $0.hasPrefix("+t") || $0.hasPrefix("-t") } == [
          #"-tool "words", "~> 0.16.0""#, #"+tool "words", "~> 0.17.0""#,
        ])
    try await run("sh", "../update.sh")
    #expect(try await run("git", "rev-list", "--count", "HEAD") == "2\n")
  }
}
