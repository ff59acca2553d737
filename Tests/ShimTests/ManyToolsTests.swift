import Filesystem
import Foundation
import Layout
import Sandboxes
import Testing

/// A project with more tools than `PATH` has room for.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct ManyToolsTests {
  private static let count = 2_000
  private static let shells = ["bash", "zsh", "fish"].filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// Locks and installs `count` tools, which print their names. The last two both provide `both`.
  private func prepare(count: Int = count) throws {
    let installs = FilePath("\(sandbox.root)/installs")
    var locked: [Sandbox.LockedTool] = []
    for number in 0..<count {
      let tool = "tool-\(number + 10_000)"
      let names = number < count - 2 ? [tool] : [tool, "both"]
      let folder = "\(tool)/1.0-\(Sandbox.contentID(providing: names))/bin"
      try installs.appending(folder).makeDirectories()
      for name in names {
        try installs.appending(folder).appending(name).replaceContents(
          with: Array("#!/bin/sh\necho \(name)\n".utf8), permissions: 0o755, isDurable: false)
      }
      locked.append(Sandbox.LockedTool(name: tool, version: "1.0", provides: names))
    }
    for name in ["tool-10000", "tool-11000"] { try sandbox.shim(name, providedBy: [name]) }
    try sandbox.shim("both", providedBy: locked.suffix(2).map(\.name))
    try sandbox.write("Toolfile.lock", Sandbox.lock(locked))
  }

  /// The only view of the root.
  private func view() throws -> String {
    let names = try FilePath("\(sandbox.root)/views").entries()
    #expect(names.count == 1)
    return "$ROOT/views/\(names.first ?? "")"
  }

  @Test func `exec and shims start the programs of two thousand tools`() async throws {
    try prepare()
    let script = "tool-10000; tool-11000; /bin/echo $PATH; /bin/true"
    let outcome = try await sandbox.run(["bootstrap", "exec", "sh", "-c", script])
    let view = try view()
    expect(
      outcome,
      output: "tool-10000\ntool-11000\n\(view):$ROOT/shims:$ROOT/bin:$SANDBOX/system")
    // The second command uses the same view.
    expect(try await sandbox.run(["bootstrap", "exec", "tool-11000"]), output: "tool-11000")
    #expect(try self.view() == view)
    #expect(sandbox.tree(view).count == Self.count + 2)
    expect(try await sandbox.run(["tool-10000"]), output: "tool-10000")
  }

  @Test func `a name of two tools is left to the shim, which finds its root`() async throws {
    try prepare(count: 300)
    let outcome = try await sandbox.run(
      ["bootstrap", "exec", "sh", "-c", "unset BOOTSTRAP_ROOT; PATH=${PATH%%:*}:/bin; both"])
    #expect(outcome.exitCode == 127)
    #expect(outcome.standardError.contains("tool-10298"), "\(outcome)")
    #expect(
      sandbox.tree(try view()).contains("both -> ../../libexec/bootstrap-shim"))
    // A pin that is nearer decides.
    try sandbox.write("near/.tool-version", "tool-10298 1.0\n")
    try sandbox.makeLink(
      "$ROOT/installs/tool-10298/1.0",
      to: "1.0-\(Sandbox.contentID(providing: ["tool-10298", "both"]))")
    let near = try await sandbox.run(
      ["bootstrap", "exec", "sh", "-c", "PATH=${PATH%%:*}:/bin; both"], in: "near")
    expect(near, output: "both")
  }

  @Test(arguments: [256, 257]) func `up to 256 folders are on PATH`(_ count: Int) async throws {
    try prepare(count: count)
    let outcome = try await sandbox.run(["bootstrap", "exec", "sh", "-c", "echo $PATH"])
    let folders = outcome.standardOutput.split(separator: ":")
    #expect(folders.count == (count == 256 ? 256 : 1) + 3)
    #expect(sandbox.exists("$ROOT/views") == (count > 256))
  }

  @Test(arguments: shells)
  func `the direct mode starts the programs of two thousand tools`(_ shell: String) async throws {
    try prepare()
    let activation =
      shell == "fish"
      ? "\(sandbox.root)/bin/bootstrap activate --direct fish | source"
      : "eval \"$(\(sandbox.root)/bin/bootstrap activate --direct \(shell))\""
    let script = "\(activation)\ntool-10000\ntool-11000\n/bin/true\necho \"$PATH\""
    let options = ["bash": ["-euc"], "zsh": ["-feuc"], "fish": ["--no-config", "-c"]]
    let outcome = try await sandbox.run(
      ["/usr/bin/\(shell)"] + (options[shell] ?? []) + [script], timeLimit: .seconds(60))
    expect(
      outcome,
      output: "tool-10000\ntool-11000\n\(try view()):$ROOT/shims:$ROOT/bin:$SANDBOX/system")
    // Where the view cannot be created, the shims do its work.
    try sandbox.remove("$ROOT/views")
    try sandbox.write("$ROOT/views", "")
    let other = try await sandbox.run(
      ["/usr/bin/\(shell)"] + (options[shell] ?? []) + [script], timeLimit: .seconds(60))
    expect(other, output: "tool-10000\ntool-11000\n$ROOT/shims:$ROOT/bin:$SANDBOX/system")
  }

  @Test func `a view that cannot be created is an error`() async throws {
    try prepare(count: 300)
    try sandbox.write("$ROOT/views", "")
    expect(
      try await sandbox.run(["bootstrap", "exec", "tool-10000"]), exitCode: 127,
      error: """
        error: $ROOT/views has no folder of links to the 300 tools used here
          because   it cannot be created: Not a directory
          run       bootstrap install
          as        a user who may write there
        """)
  }

  @Test func `exec restores the links of a view that something changed`() async throws {
    try prepare(count: 300)
    let command = [
      "bootstrap", "exec", "sh", "-c", "PATH=${PATH%%:*}:/bin; tool-10000; tool-10001; tool-10002",
    ]
    let output = "tool-10000\ntool-10001\ntool-10002"
    expect(try await sandbox.run(command), output: output)
    let view = try view()
    let links = sandbox.tree(view)
    try sandbox.remove("\(view)/tool-10000")
    try sandbox.remove("\(view)/tool-10001")
    try sandbox.makeLink("\(view)/tool-10001", to: "/bin/true")
    try sandbox.remove("\(view)/tool-10002")
    try sandbox.write("\(view)/tool-10002/file", "")
    try sandbox.write("\(view)/other", "")
    expect(try await sandbox.run(command), output: output)
    #expect(sandbox.tree(view) == links)
    try sandbox.remove("\(view)/.tools")
    expect(try await sandbox.run(command), output: output)
    #expect(sandbox.tree(view) == links)
    // A view of an older bootstrap, or of a copied root, has all links, but another time.
    try FilePath(sandbox.path(view)).setModified(secondsSince1970: 1_000_000_000)
    expect(try await sandbox.run(command), output: output)
    #expect(try FilePath(sandbox.path(view)).status()?.modified == 1)
  }

  @Test func `a view goes with its installations, and damage to it is found`() async throws {
    try prepare(count: 300)
    expect(try await sandbox.run(["bootstrap", "exec", "tool-10000"]), output: "tool-10000")
    let view = try view()
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    #expect(try self.view() == view)
    let link = "\(view)/tool-10000"
    try sandbox.remove(link)
    try sandbox.makeLink(link, to: "/bin/true")
    let verified = try await sandbox.run(["bootstrap", "verify", "tool-10000"])
    #expect(verified.exitCode == 1)
    #expect(
      verified.standardError.contains(
        "the links to programs in 1 folder were changed\n  folder    \(view)\n"), "\(verified)")
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    #expect(sandbox.tree("$ROOT/views") == [])
    expect(try await sandbox.run(["bootstrap", "exec", "tool-10000"]), output: "tool-10000")
    try sandbox.remove("$ROOT/installs/tool-10100")
    expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"]))
    #expect(sandbox.tree("$ROOT/views") == [])
  }
}
