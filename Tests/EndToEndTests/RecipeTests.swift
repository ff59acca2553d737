import Foundation
import Sandboxes
import Snapshots
import Testing

/// Runs the recipes for other programs exactly as their pages show them. A recipe whose program is
/// not installed is skipped.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct RecipeTests {
  /// Locks and installs two tools whose programs print their name and version.
  init() async throws {
    try SampleFolder(["tool ruff 1.0", "tool swiftlint 2.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile", "source \"directory\", \"tools\"\ntool \"ruff\"\ntool \"swiftlint\"\n")
    try await run("bootstrap install --quiet")
  }

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// Returns the text of the code block at an index of a section, counted from 0.
  private func block(
    _ index: Int = 0, of heading: String, on page: String = "Recipes"
  ) throws -> String {
    let file = URL(
      fileURLWithPath: "../Sources/bootstrap/bootstrap.docc/\(page).md",
      relativeTo: Snapshot.fixtures)
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "## \(heading)\n")).upperBound
    let end = text.range(of: "\n## ", range: start..<text.endIndex)?.lowerBound ?? text.endIndex
    let blocks = text[start..<end].matches(of: /```\w+\n((?:.|\n)*?)```/).map { String($0.1) }
    return try #require(blocks.count > index ? blocks[index] : nil, "\(heading)")
  }

  /// Runs a script with the programs of the system on PATH, and returns its standard output.
  ///
  /// - Parameter withoutShims: Whether the folder of shims is not on PATH.
  @discardableResult
  private func run(_ script: String, withoutShims: Bool = true) async throws -> String {
    let own = withoutShims ? "\(sandbox.root)/bin" : "\(sandbox.root)/shims:\(sandbox.root)/bin"
    let outcome = try await sandbox.run(
      ["sh", "-ec", script],
      environment: [
        "PATH": "\(own):/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
      ])
    try #require(
      outcome.ending == .exit(0), "\(script)\n\(outcome.standardOutput)\(outcome.standardError)")
    return outcome.standardOutput
  }

  @Test(.enabled(if: has("pre-commit") && has("git"), "pre-commit or git is missing"))
  func `pre-commit runs the locked tool`() async throws {
    try sandbox.write(".pre-commit-config.yaml", try block(of: "pre-commit"))
    try sandbox.write("app.py", "")
    try await run("git init --quiet; git add --all")
    #expect(try await run("pre-commit run --verbose ruff").contains("\nruff 1.0\n"))
  }

  @Test(.enabled(if: has("git"), "git is missing"))
  func `a Git hook runs the locked tool`() async throws {
    try await run("git init --quiet; git add --all")
    try sandbox.write(".git/hooks/pre-commit", try block(1, of: "pre-commit"))
    let output = try await run(
      "chmod +x .git/hooks/pre-commit; git commit --quiet --message Start 2>&1")
    #expect(output == "ruff 1.0\n")
  }

  @Test(.enabled(if: has("direnv"), "direnv is missing"))
  func `direnv puts the locked tool on PATH`() async throws {
    try sandbox.write(".envrc", try block(of: "direnv"))
    let output = try await run("direnv allow .; direnv exec . sh -c 'command -v ruff; ruff'")
    #expect(output.hasSuffix("/bin/ruff\nruff 1.0\n"))
    #expect(output.contains("/installs/ruff/1.0-"))
  }

  @Test(.enabled(if: has("make"), "make is missing"))
  func `a Makefile asks for the path`() async throws {
    try sandbox.write("Makefile", try block(of: "make"))
    #expect(try await run("make --silent lint") == "ruff 1.0\n")
  }

  @Test(.enabled(if: has("jq"), "jq is missing"))
  func `an editor asks for the path`() async throws {
    for index in 0...1 {
      let program = try block(index, of: "Editors")
      #expect(try await run("program=$(\n\(program))\n\"$program\" --version") == "ruff 1.0\n")
    }
  }

  @Test func `a development container installs what is locked`() async throws {
    struct Container: Decodable {
      let remoteEnv: [String: String]
      let updateContentCommand: String
    }
    let text = try block(of: "Development containers")
    let container = try JSONDecoder().decode(Container.self, from: Data(text.utf8))
    try await run("rm -rf \"$(bootstrap root)/installs\"")
    try await run(container.updateContentCommand)
    let path = try #require(container.remoteEnv["PATH"])
      .replacing("${containerEnv:HOME}/.bootstrap", with: sandbox.root)
      .replacing("${containerEnv:PATH}", with: "/usr/bin:/bin")
    #expect(try await run("PATH='\(path)'; ruff --version") == "ruff 1.0\n")
  }

  @Test func `a build phase finds the shims`() async throws {
    let phase = try block(of: "Build phases in Xcode", on: "AppleProjects")
      .replacing("$HOME/.bootstrap", with: sandbox.root)
    #expect(try await run("PATH=/usr/bin:/bin\n\(phase)") == "swiftlint 2.0\n")
    let careful = try block(1, of: "Build phases in Xcode", on: "AppleProjects")
    #expect(try await run(careful, withoutShims: false) == "swiftlint 2.0\n")
    #expect(try await run(careful) == "warning: run bootstrap install\n")
  }
}
