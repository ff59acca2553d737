import Foundation
import Sandboxes
import Testing

/// `env`, compared with the environment that `exec` gives a command.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct EnvironmentTests {
  /// The variables that a shell sets by itself.
  private static let ownOfShells: Set<Substring> = [
    "_", "PWD", "OLDPWD", "SHLVL", "USER", "LOGNAME",
  ]

  private func variables(_ outcome: Outcome) -> Set<Substring> {
    Set(
      outcome.standardOutput.split(separator: "\n").filter { line in
        !Self.ownOfShells.contains(line.prefix { $0 != "=" })
      })
  }

  /// Installs node, which has a package manager, and ruff below `root`.
  private func prepare(_ root: String) async throws -> SampleIndex {
    sandbox[variable: "BOOTSTRAP_ROOT"] = sandbox.path(root)
    let index = try SampleIndex(in: sandbox)
    try index.publish("node 24.19.0 programs=node,npm")
    try index.publish("ruff 0.17.5")
    try sandbox.write(
      "Toolfile",
      """
      source "pypi"
      tool "ruff"
      tool "node"

      """)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    return index
  }

  @Test(arguments: ["$ROOT", "$SANDBOX/it's $(touch $HOME/ran) \"; `touch $HOME/ran` \\n"])
  func `a shell that evaluates it has the environment of exec`(_ root: String) async throws {
    let index = try await prepare(root)
    defer { withExtendedLifetime(index) {} }
    let exec = try await sandbox.run(["bootstrap", "exec", "--", "sh", "-c", "env"])
    #expect(variables(exec).contains { $0.hasPrefix("PATH=") && $0.contains("ruff/0.17.5") })
    for shell in ["/bin/sh", "/bin/bash", "/usr/bin/zsh"]
    where FileManager.default.isExecutableFile(atPath: shell) {
      let evaluated = try await sandbox.run(
        [shell, "-c", "eval \"$(bootstrap env)\" && env"])
      #expect(variables(evaluated) == variables(exec), "\(shell)")
      // A shell that has already evaluated the output has nothing to change.
      let again = try await sandbox.run(
        [shell, "-c", "eval \"$(bootstrap env)\" && bootstrap env"])
      expect(again)
    }
    let fish = "/usr/bin/fish"
    if FileManager.default.isExecutableFile(atPath: fish) {
      let sourced = try await sandbox.run(
        [fish, "--no-config", "-c", "bootstrap env --shell fish | source; env"])
      #expect(variables(sourced) == variables(exec))
    }
    #expect(!sandbox.exists("$HOME/ran"))
  }
}
