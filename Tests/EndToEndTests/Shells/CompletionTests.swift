import Foundation
import Sandboxes
import Testing

/// The words that bash and fish offer. The tests of terminal sessions press Tab in each shell.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct CompletionTests {
  private static let shells = ["bash", "fish"].filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// Returns the words that a shell offers at the end of `line`.
  private func words(_ shell: String, _ line: String) async throws -> [String] {
    let script =
      shell == "bash"
      ? """
      eval "$(bootstrap completions bash)"
      COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
      COMP_LINE='\(line)' COMP_POINT=\(line.count)
      _bootstrap
      printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
      """
      : "bootstrap completions fish | source\ncomplete -C '\(line)'"
    let options = shell == "bash" ? ["--norc", "-euc"] : ["--no-config", "-c"]
    let outcome = try await sandbox.run(["/usr/bin/\(shell)"] + options + [script])
    #expect(outcome.standardError == "")
    return outcome.standardOutput.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }.sorted()
  }

  private func prepare() async throws {
    try SampleFolder(["tool greet 1.0", "tool greet 2.0", "tool part 1.0"]).write(
      to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64"
      source "directory", "tools"
      tool "greet"
      group :release do
        tool "part"
      end

      """)
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
  }

  private static let lines: [(line: String, bash: [String], fish: [String]?)] = [
    ("bootstrap unin", ["uninstall"], nil),
    ("bootstrap --quiet -C . unin", ["uninstall"], nil),
    ("bootstrap help inst", ["install"], nil),
    ("bootstrap info ", ["greet", "part"], nil),
    ("bootstrap remove greet p", ["part"], nil),
    ("bootstrap uninstall greet@", ["@2.0"], ["greet@2.0"]),
    ("bootstrap local greet ", ["2.0", "system"], nil),
    ("bootstrap local greet 2.0 ", [], nil),
    ("bootstrap install --with r", ["release"], nil),
    ("bootstrap install --with=r", ["release"], ["--with=release"]),
    ("bootstrap list --color a", ["always", "auto"], nil),
    ("bootstrap tree --format d", ["dot"], nil),
    ("bootstrap which gr", ["greet"], nil),
    ("bootstrap activate z", ["zsh"], nil),
    ("bootstrap setup --shell z", ["zsh"], nil),
    ("bootstrap registry ch", ["check"], nil),
    ("bootstrap config se", ["set"], nil),
    ("bootstrap config set inst", ["install-on-exec"], nil),
    ("bootstrap config get jo", ["jobs"], nil),
    ("bootstrap config unset reg", ["registry"], nil),
    ("bootstrap lock --add-platform macos-a", ["macos-arm64"], nil),
    ("bootstrap info shellc", ["shellcheck"], nil),
  ]

  @Test(arguments: shells)
  func `commands, options, tools, versions, and values are offered`(_ shell: String) async throws {
    try await prepare()
    for (line, bash, fish) in Self.lines {
      let words = try await words(shell, line)
      #expect(words == (shell == "fish" ? fish ?? bash : bash), "\(line)")
    }
  }

  @Test(arguments: shells)
  func `every command and every option in help is offered`(_ shell: String) async throws {
    let overview = try await sandbox.run(["bootstrap", "help"]).standardOutput
    let commands = try await words(shell, "bootstrap ")
    #expect(commands.count > 25)
    for command in commands where command != "help" {
      #expect(overview.contains("\n  \(command) "), "\(command)")
    }
    for command in ["install", "lock", "setup", "help"] {
      let help = try await sandbox.run(["bootstrap", command, "--help"]).standardOutput
      let options = Set(help.matches(of: /(--[a-z-]+)/).map { String($0.1) })
      let offered = try await words(shell, "bootstrap \(command) --")
      #expect(options.isSubset(of: offered), "\(command): \(options.subtracting(offered))")
    }
  }
}
