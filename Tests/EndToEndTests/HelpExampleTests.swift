import Foundation
import Sandboxes
import Testing

/// The examples at the end of each `--help`, run as they stand there, in their order, in a project
/// with an index.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct HelpExampleTests {
  /// The examples that answer no, or need a registry, with their exit codes.
  private static let exitCodes: [String: Int32] = [
    "bootstrap outdated": 1, "bootstrap undo 12": 1,
    "bootstrap mirror push oci://registry.example.org/tools": 69,
  ]

  /// The commands after whose examples a pinned version may be missing: a new Toolfile and an
  /// update of a lock install nothing, and what is uninstalled is gone.
  private static let commandsThatLeaveGaps: Set<String> = ["init", "lock", "uninstall"]

  /// The commands whose examples are for a folder that is no project.
  private static let commandsOutsideProjects: Set<String> = ["init", "uninstall"]

  /// Returns the names of the commands in `bootstrap help`.
  private func commands() async throws -> [String] {
    let help = try await sandbox.run(["bootstrap", "help"]).standardOutput
    let titles: Set<Substring> = ["project:", "versions:", "maintenance:"]
    var names: [String] = []
    var isListed = false
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasSuffix(":") { isListed = titles.contains(line) }
      if isListed, line.hasPrefix("  "), let name = line.split(separator: " ").first {
        names.append(String(name))
      }
    }
    return names
  }

  /// Returns the examples of a command.
  private func examples(of command: String) async throws -> [String] {
    let help = try await sandbox.run(["bootstrap", command, "--help"]).standardOutput
    let lines = help.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "examples:"), "\(command)")
    return lines[(start + 1)...].map { line in
      let end = line.range(of: "  #")?.lowerBound ?? line.endIndex
      return line[..<end].trimmingCharacters(in: .whitespaces)
    }
  }

  /// Fills the project and an index with what the examples name. The index serves until it is
  /// released.
  private func prepare(_ command: String) async throws -> SampleIndex {
    let index = try SampleIndex(in: sandbox)
    for line in [
      "ruff 0.16.2", "ruff 0.17.5", "ruff 0.17.6", "node 24.18.0 programs=node,npm",
      "node 24.19.0 programs=node,npm", "cmake 3.31.0", "jq 1.7",
      "ninja 1.13.0", "typos 1.0",
      "release BurntSushi/ripgrep 14.1.0 ripgrep-14.1.0-x86_64-unknown-linux-musl.tar.gz=rg "
        + "ripgrep-14.1.0-aarch64-unknown-linux-gnu.tar.gz=rg "
        + "ripgrep-14.1.0-aarch64-apple-darwin.tar.gz=rg",
      "about BurntSushi/ripgrep Searches_directories",
    ] {
      try index.publish(line)
    }
    try sandbox.write(
      "tools.rb", "define \"jq\" do\n  platforms \"linux-x64\"\n  pypi \"jq\"\nend\n")
    try sandbox.write("mise.toml", "[tools]\njq = \"1.7\"\n")
    try sandbox.write("Gemfile", "gem \"rake\"\n")
    try sandbox.write("Brewfile", "brew \"jq\"\n")
    try sandbox.write("$HOME/.zfunc/other", "")
    if command == "prune" {
      try await run("mkdir ~/old && bootstrap -C ~/old local --quiet --install ruff 0.16.2")
    }
    if Self.commandsOutsideProjects.contains(command) {
      try await run("bootstrap install --quiet ruff@0.16.2 ruff@0.17.5")
      return index
    }
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      registry "./tools.rb"
      source "pypi"
      tool "ruff", "0.17.5"
      tool "node", "24.18.0"
      tool "cmake"
      group :docs do
        tool "ninja"
      end
      group :lint do
        tool "typos"
      end

      """)
    try await run("bootstrap install --quiet")
    // Pins without a lock use the versions in the user's own index.
    try await run("bootstrap install --quiet ruff@0.17.5 node@24.19.0")
    if command == "trash" {
      try await run("bootstrap install --quiet ruff@0.16.2")
      try await run("bootstrap uninstall --quiet ruff@0.16.2")
    }
    return index
  }

  /// Returns the path of the shell that a line names, or `nil` if any shell runs it.
  private static func shell(of line: String) -> String? {
    ["bash", "zsh", "fish"].first { line.contains($0) }.map { "/usr/bin/\($0)" }
  }

  /// Runs a line, and returns what it printed, or `nil` if its shell is not installed.
  @discardableResult
  private func run(_ line: String, exitCode: Int32 = 0) async throws -> Outcome? {
    let shell = Self.shell(of: line)
    if let shell, !FileManager.default.isExecutableFile(atPath: shell) { return nil }
    let outcome = try await sandbox.run(
      [shell ?? "sh", "-c", line], environment: ["SHELL": "/bin/bash"])
    #expect(
      outcome.ending == .exit(exitCode),
      "\(line)\n\(outcome.ending)\n\(outcome.standardOutput)\(outcome.standardError)")
    return outcome
  }

  @Test(arguments: 0..<4)
  func `every example of the help works, and breaks nothing`(share: Int) async throws {
    // The commands are distributed among the cases, which run concurrently.
    let commands = try await commands()
    #expect(commands.count > 25)
    for (index, command) in commands.enumerated() where index % 4 == share {
      // SelfUpdateTests publishes the releases that this command needs.
      if command == "self-update" { continue }
      try await Sandbox.withNew {
        let index = try await prepare(command)
        defer { withExtendedLifetime(index) {} }
        var examples = try await examples(of: command)
        if command == "shell" {
          // Each example depends on the one before, and on the functions of the shell.
          let script = ["set -e", "eval \"$(bootstrap activate bash)\""] + examples
          examples = [script.joined(separator: "\n")]
        }
        for example in examples {
          // A watch ends when its reader exits.
          let line = example.contains("--watch") ? example + " | head -1" : example
          try await run(line, exitCode: Self.exitCodes[example] ?? 0)
        }
        if Self.commandsThatLeaveGaps.contains(command) { return }
        let pins = try #require(try await run("bootstrap list --json")).standardOutput
        #expect(
          !pins.contains("\"installed\": false"), "after the examples of \(command):\n\(pins)")
      }
    }
  }
}
