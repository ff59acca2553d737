import Foundation
import LoopbackServer
import Sandboxes
import Snapshots
import Testing

/// The commands of the examples for continuous integration, run as they stand there. The installer
/// is that of a release whose archive contains the built programs.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(if: PublishedReleases.canBeSigned, "there is no minisign"))
struct ContinuousIntegrationTests {
  private let releases: PublishedReleases
  private let page: String

  /// Publishes a release, and prepares a project with a lock.
  init() async throws {
    page = try Self.text("../Sources/bootstrap/bootstrap.docc/ContinuousIntegration.md")
    releases = try await PublishedReleases()
    try await releases.publishBuiltPrograms("0.1.0")

    try SampleFolder(["tool ruff 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      "platforms \"\(releases.platform)\"\nsource \"directory\", \"tools\"\ntool \"ruff\"\n")
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
  }

  private static func text(_ path: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: path, relativeTo: Snapshot.fixtures), encoding: .utf8)
  }

  /// Returns the example in a section of the page, with the address of the test's server.
  private func example(_ heading: String) throws -> [String] {
    let section = try #require(page.range(of: "## \(heading)\n"))
    let rest = page[section.upperBound...]
    let block = try #require(rest.firstMatch(of: /```yaml\n((?:.|\n)*?)```/)).1
    return block.replacing("https://example.org/bootstrap", with: releases.server.address())
      .split(separator: "\n").map(String.init)
  }

  /// Returns the commands in list items, `- run: COMMAND` or `- COMMAND`, and in blocks after
  /// `run: |`.
  private func commands(in lines: [String], prefix: String) -> [String] {
    var commands: [String] = []
    var isBlock = false
    for line in lines {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("run: |") {
        isBlock = true
      } else if isBlock, line.hasPrefix("          ") {
        commands.append(String(words))
      } else {
        isBlock = false
        if words.hasPrefix(prefix) { commands.append(String(words.dropFirst(prefix.count))) }
      }
    }
    // Packages of the system are those of the machine.
    return commands.filter { !$0.hasPrefix("apt-get") }
  }

  @Test func `the example for GitHub runs`() async throws {
    let (path, output) = (sandbox.path("$SANDBOX/path"), sandbox.path("$SANDBOX/output"))
    let commands = commands(in: try example("GitHub Actions"), prefix: "- run: ")
    #expect(commands.count == 7)
    var printed = ""
    for command in commands {
      let added = (sandbox.text(path) ?? "").split(separator: "\n").reversed()
      printed = try await PublishedReleases.output(
        of: "sh", "-ec", command,
        environment: [
          "CI": "true", "GITHUB_PATH": path, "GITHUB_OUTPUT": output,
          "PATH": (added.map(String.init) + ["/usr/bin:/bin"]).joined(separator: ":"),
        ])
    }
    #expect(printed == "ruff 1.0\n")
    let outputs = try #require(sandbox.text(output)).split(separator: "\n")
    #expect(outputs.count == 2)
    let prefix = try #require(outputs.last).dropFirst("prefix=".count)
    #expect(outputs[0].hasPrefix("key=\(prefix)"))
  }

  @Test func `the example for GitLab runs twice, with its cache`() async throws {
    let script = commands(in: try example("GitLab"), prefix: "- ").joined(separator: "\n")
    for _ in 1...2 {
      let printed = try await PublishedReleases.output(
        of: "sh", "-ec", script, environment: ["CI": "true", "CI_PROJECT_DIR": sandbox.project])
      #expect(printed.hasSuffix("ruff 1.0\n"))
      #expect(sandbox.tree(".cache/downloads").contains { $0.hasPrefix("sha256/") })
      try await PublishedReleases.output(of: "rm", "-rf", "\(sandbox.home)/.bootstrap")
    }
  }

  @Test func `the commands of the Dockerfile run`() async throws {
    let text = try Self.text("../scripts/Dockerfile")
    let root = sandbox.path("$SANDBOX/image")
    let commands = text.replacing("\\\n", with: " ").split(separator: "\n")
      .filter { $0.hasPrefix("RUN ") && !$0.contains("apt-get") }
      .map {
        String($0.dropFirst("RUN ".count)).replacing("/tmp/", with: sandbox.path("$SANDBOX/"))
          .replacing("/opt/bootstrap", with: root)
      }
    #expect(commands.count == 2)
    for command in commands {
      try await PublishedReleases.output(
        of: "sh", "-ec", command,
        environment: [
          "RELEASE": releases.server.address("/0.1.0"), "BOOTSTRAP_ROOT": root,
          "PATH": "\(root)/shims:\(root)/bin:/usr/bin:/bin",
        ])
    }
    #expect(
      try await PublishedReleases.output(
        of: "\(root)/shims/ruff", environment: ["BOOTSTRAP_ROOT": root])
        == "ruff 1.0\n")
    #expect(!sandbox.exists("\(root)/downloads"))
  }
}
