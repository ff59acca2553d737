import Sandboxes
import Testing

/// Files of the user in the place of shims.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct OccupiedShimTests {
  private static let error = """
    error: another file is in the place of a shim
      file      $ROOT/shims/greet
      try       move it elsewhere, then run `bootstrap rehash`
    """

  init() throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0", "tool other 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "directory", "tools"
      tool "greet"

      """)
    try sandbox.write("$ROOT/shims/greet", "#!/bin/sh\necho mine\n", mode: 0o755)
  }

  @Test func `commands do what they can, and then fail as check does`() async throws {
    expect(
      try await sandbox.run(["bootstrap", "install", "--quiet"]), exitCode: 1, error: Self.error)
    for command in ["install --frozen", "install --force", "rehash", "update"] {
      let words = command.split(separator: " ").map(String.init)
      expect(
        try await sandbox.run(["bootstrap"] + words + ["--quiet"]), exitCode: 1, error: Self.error)
    }
    let add = try await sandbox.run(["bootstrap", "add", "other"])
    #expect(add.exitCode == 1)
    #expect(add.standardError.hasSuffix(Self.error + "\n"), "\(add.standardError)")
    #expect(sandbox.text("$ROOT/shims/greet") == "#!/bin/sh\necho mine\n")
    expect(try await sandbox.run(["other"]), output: "other 1.0")
    expect(try await sandbox.run(["bootstrap", "exec", "greet"]), output: "greet 1.0")
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 1)

    let json = try await sandbox.run(["bootstrap", "rehash", "--json"])
    #expect(json.exitCode == 1)
    #expect(json.standardOutput.contains("\"occupied\": [\n    \"greet\"\n  ]"))
    try sandbox.remove("$ROOT/shims/greet")
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    expect(try await sandbox.run(["greet"]), output: "greet 1.0")
  }

  @Test func `a command that needs no shim installs what it lacks`() async throws {
    expect(
      try await sandbox.run(["bootstrap", "install", "--quiet"]), exitCode: 1, error: Self.error)
    expect(try await sandbox.run(["bootstrap", "uninstall", "greet", "--force", "--quiet"]))
    expect(
      try await sandbox.run(["bootstrap", "exec", "--install", "--quiet", "greet"]),
      output: "greet 1.0")
  }
}
