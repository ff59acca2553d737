import Foundation
import LoopbackServer
import Sandboxes
import Testing

/// What a user types in each of the shells, and sees.
@Suite(
  .sandbox,
  .enabled(if: BuiltPrograms.has("bootstrap") && TerminalSession.isAvailable("sh"), "no tmux"))
struct ShellSessionTests {
  private static let shells = ["bash", "zsh", "fish"].filter(TerminalSession.isAvailable)

  /// Writes the startup file of a shell with a prompt for ``TerminalSession``, and two projects
  /// that lock different versions of one tool.
  ///
  /// - Returns: The index that serves the tool, as long as it is referenced.
  private func prepare(_ shell: String) async throws -> SampleIndex {
    switch shell {
    case "bash": try sandbox.write("$HOME/.bashrc", "PS1='\\#> '\n")
    case "zsh":
      try sandbox.write(
        "$HOME/.zshrc", "PS1='%!> '\nHISTSIZE=100\nautoload -Uz compinit\ncompinit -u -D\n")
    default:
      try sandbox.write(
        "$HOME/.config/fish/config.fish",
        """
        set -g fish_greeting
        set -g fish_autosuggestion_enabled 0
        set -g number 1
        function count_commands --on-event fish_preexec
          set number (math $number + 1)
        end
        function fish_prompt
          echo "$number> "
        end

        """)
      let script = try await sandbox.run(["bootstrap", "completions", "fish"])
      try sandbox.write(
        "$ROOT/share/fish/vendor_completions.d/bootstrap.fish", script.outputBytes)
      // What fish generates from the manual must not come first.
      for folder in [".cache", ".local/share"] {
        try sandbox.write(
          "$HOME/\(folder)/fish/generated_completions/bootstrap.fish",
          "complete -c bootstrap -l version\n")
      }
    }
    let index = try SampleIndex(in: sandbox)
    // The user's registry defines the tool, so pins without a lock can use it, too.
    try sandbox.write("$ROOT/config", "registry registry.rb\n")
    try sandbox.write("$ROOT/registry.rb", "define \"greet\" do\n  pypi \"greet\"\nend\n")
    for (project, version) in [("one", "1.0"), ("two", "2.0")] {
      try index.publish("greet \(version)")
      try sandbox.write(
        "\(project)/Toolfile",
        """
        platforms "linux-x64", "linux-arm64", "macos-arm64"
        tool "greet", "= \(version)", pypi: "greet"

        """)
    }
    return index
  }

  @Test(arguments: shells)
  func `a terminal session selects versions, completes words, and sets versions`(
    _ shell: String
  ) async throws {
    let index = try await prepare(shell)
    defer { _ = index }
    let setup = try await sandbox.run(["bootstrap", "setup", "--quiet", "--shell", shell])
    expect(setup)
    // As in a new terminal, only the startup file knows where the shims are.
    sandbox[variable: "PATH"] = sandbox.path("$SANDBOX/system")
    try await TerminalSession.open(shell, in: sandbox) { terminal in
      #expect(try await terminal.run("cd one") == "")
      #expect(try await terminal.run("bootstrap install --quiet") == "")
      #expect(try await terminal.run("greet") == "greet 1.0")
      #expect(try await terminal.run("cd ../two") == "")
      #expect(try await terminal.run("bootstrap install --quiet") == "")
      #expect(try await terminal.run("greet") == "greet 2.0")
      #expect(try await terminal.run("cd ../one && greet") == "greet 1.0")
      // Versions outside of a lock.
      #expect(try await terminal.run("bootstrap install --quiet greet@1.0 greet@2.0") == "")

      try await terminal.complete("bootstrap insta", to: "bootstrap install")
      try await terminal.complete("--froz", to: "bootstrap install --frozen")
      #expect(try await terminal.enter() == "nothing to do: 1 tool installed")
      try await terminal.complete("bootstrap shell gr", to: "bootstrap shell greet")
      try await terminal.complete("2", to: "bootstrap shell greet 2.0")
      #expect(try await terminal.enter() == "")
      try await terminal.complete(
        "bootstrap --quiet uninstall greet@2", to: "bootstrap --quiet uninstall greet@2.0")
      // The version is in use by a project.
      #expect(try await terminal.enter().contains("greet 2.0"))
      // The shell forgets where programs are, because a shim may have come or gone.
      if shell == "bash" {
        #expect(
          try await terminal.run("bootstrap root >/dev/null; hash") == "hash: hash table empty")
      }

      #expect(try await terminal.run("greet") == "greet 2.0")
      #expect(try await terminal.run("bootstrap shell") == "greet 2.0")
      #expect(try await terminal.run("bootstrap shell -") == "")
      #expect(try await terminal.run("greet") == "greet 1.0")
      #expect(try await terminal.run("bootstrap shell -") == "")
      #expect(try await terminal.run("greet") == "greet 2.0")
      #expect(try await terminal.run("bootstrap shell --unset greet") == "")
      #expect(try await terminal.run("greet") == "greet 1.0")
      #expect(try await terminal.run("bootstrap -q shell greet 2") == "")
      #expect(try await terminal.run("greet") == "greet 2.0")
      #expect(try await terminal.run("bootstrap -C .. shell --unset") == "")
      #expect(try await terminal.run("greet") == "greet 1.0")
      #expect(
        try await terminal.run("bootstrap shell greet 9") == """
          error: greet 9 is not installed
            installed 1.0, 2.0
          """)
    }
  }

  @Test(.enabled(if: TerminalSession.isAvailable("bash")))
  func `prune asks on a terminal, and only a yes removes something`() async throws {
    let index = try await prepare("bash")
    defer { _ = index }
    expect(try await sandbox.run(["bootstrap", "install", "--quiet", "greet@1.0"]))
    try await TerminalSession.open("bash", in: sandbox) { terminal in
      for (keys, status) in [
        (["n", "Enter"], "1"), (["Enter"], "1"), (["e", "h", "Enter"], "1"), (["C-d"], "1"),
        (["C-c"], "130"),
      ] {
        let output = try await terminal.run("bootstrap prune", answering: "[y/N]", with: keys)
        #expect(output.hasPrefix("greet 1.0 ("), "\(keys): \(output)")
        #expect(output.contains("\nRemove 1 version and 1 download, "), "\(keys): \(output)")
        #expect(!output.contains("pruned"), "\(keys): \(output)")
        #expect(try await terminal.run("echo $?") == status, "\(keys): \(output)")
        let installed = try await terminal.run("bootstrap versions")
        #expect(installed.hasPrefix("  greet 1.0 ("), "\(keys)")
      }
      let output = try await terminal.run(
        "bootstrap prune", answering: "[y/N]", with: ["y", "Enter"])
      #expect(output.contains("[y/N] y\npruned 1 version and 1 download, "), "\(output)")
      #expect(try await terminal.run("echo $?") == "0")
      #expect(try await terminal.run("bootstrap versions") == "")
    }
  }

  @Test(.enabled(if: TerminalSession.isAvailable("bash")))
  func `progress is shown after the question`() async throws {
    let index = try await prepare("bash")
    try index.publish("archive /hello-1.0.tar.gz hello")
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64"
      tool "hello", "1.0", url: "\(index.server.address())/hello-{version}.tar.gz",
        build: ["sleep 1", "exit 3"]

      """)
    expect(try await sandbox.run(["sh", "-c", "CI=1 bootstrap lock --quiet"]))
    try await TerminalSession.open("bash", in: sandbox) { terminal in
      let record = sandbox.path("record")
      try await terminal.record(in: record)
      let output = try await terminal.run(
        "bootstrap install", answering: "[y/N]", with: ["y", "Enter"])
      #expect(output.contains("step 2 of 2"), "\(output)")
      // tmux may update the screen before the file.
      for _ in 0..<600 where sandbox.text(record)?.contains("  step 2 of 2:") != true {
        try await Task.sleep(for: .milliseconds(100))
      }
      let recorded = try #require(sandbox.text(record))
      #expect(recorded.contains("hello 1.0  step 1 of 2, 0:0"), "\(recorded)")
    }
  }

  @Test(arguments: shells)
  func `the direct mode follows directories, files, and variables`(_ shell: String) async throws {
    let index = try await prepare(shell)
    defer { _ = index }
    for project in ["one", "two"] {
      expect(try await sandbox.run(["bootstrap", "install", "--quiet"], in: project))
    }
    expect(
      try await sandbox.run(["bootstrap", "install", "--quiet", "greet@1.0", "greet@2.0"]))
    expect(
      try await sandbox.run(["bootstrap", "setup", "--quiet", "--shell", "--direct", shell]))
    sandbox[variable: "PATH"] = sandbox.path("$SANDBOX/system")
    try await TerminalSession.open(shell, in: sandbox) { terminal in
      /// Expects the program of a version, or the shim.
      func expect(
        _ version: String?, after command: String, sourceLocation: SourceLocation = #_sourceLocation
      ) async throws {
        let printed = try await terminal.run(command)
        #expect(printed == "", sourceLocation: sourceLocation)
        let found = try await terminal.run("command -v greet")
          .replacing(/1.0-[0-9a-f]{40}/, with: "1.0").replacing(/2.0-[0-9a-f]{40}/, with: "2.0")
        let expected = version.map { "$ROOT/installs/greet/\($0)/bin/greet" } ?? "$ROOT/shims/greet"
        #expect(found == expected, sourceLocation: sourceLocation)
      }
      let path = try await terminal.run("echo \"$PATH\"")
      try await expect("1.0", after: "cd one")
      try await expect("2.0", after: "cd ../two")
      try await expect(nil, after: "cd ..")
      #expect(try await terminal.run("echo \"$PATH\"") == path)
      // Files that change within one second, and one that an older one replaces.
      try await expect("1.0", after: "printf 'greet 1.0\\n' > .tool-version; cp .tool-version old")
      try await expect("2.0", after: "printf 'greet 2.0\\n' > .tool-version")
      try await expect("1.0", after: "mv old .tool-version")
      try await expect("2.0", after: "bootstrap shell greet 2.0")
      try await expect("1.0", after: "bootstrap shell --unset greet")
      // The shim reports what is missing. An install puts it on PATH.
      try await expect(nil, after: "printf 'greet 3.0\\n' > .tool-version")
      try await expect("2.0", after: "printf 'greet 2.0\\n' > .tool-version")
      try await expect(nil, after: "rm .tool-version")
      // What the user puts in front of the shims stays there.
      if shell != "fish" {
        try await expect(nil, after: "export PATH=\"$HOME/bin:$PATH\"")
        try await expect("1.0", after: "cd one")
        #expect(
          try await terminal.run("echo \"$PATH\"").replacing(/-[0-9a-f]{40}/, with: "")
            == "$HOME/bin:$ROOT/installs/greet/1.0/bin:\(path)")
      }
    }
  }
}
