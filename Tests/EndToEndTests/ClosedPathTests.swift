import Foundation
import Sandboxes
import Testing

/// Folders on `PATH` that the user may enter but not list.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(
    if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
    "only root can become somebody else"))
struct ClosedPathTests {
  /// Gives a folder with its contents to another user, except for the programs of bootstrap, which
  /// are hard links that all tests share.
  private func giveAway(_ folder: String) async throws {
    expect(
      try await sandbox.run([
        "/usr/bin/find", sandbox.path(folder), "(", "-path", sandbox.path("$ROOT/bin"), "-o",
        "-path", sandbox.path("$ROOT/libexec"), ")", "-prune", "-o", "-exec", "/bin/chown", "-h",
        "65534:65534", "{}", "+",
      ]))
  }

  /// Lets that user judge the lock, once the folders on `PATH` have not changed for long enough.
  private func rehash() async throws {
    try await Task.sleep(for: .seconds(3))
    expect(
      try await sandbox.run([
        "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bootstrap",
        "rehash", "--quiet",
      ]))
  }

  private var seals: [String] { sandbox.tree("$ROOT/shims/.locks") }
  private var bases: [String] { sandbox.tree("$ROOT/shims/.bases") }

  @Test func `a program in a folder that cannot be listed is guarded, too`() async throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write("Toolfile", "source \"directory\", \"tools\"\ntool \"greet\"\n")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    try await giveAway("$ROOT")
    try await giveAway("$HOME")
    let folder = "$SANDBOX/system"
    try sandbox.write("\(folder)/greet", "", mode: 0o755)
    expect(try await sandbox.run(["/bin/chmod", "711", sandbox.path(folder)]))
    try await rehash()
    #expect(seals == [])

    // Nothing shows when a program appears there that was not looked for.
    try sandbox.remove("\(folder)/greet")
    try await rehash()
    #expect(seals.count == 1)
    #expect(bases == [])

    expect(try await sandbox.run(["/bin/chmod", "755", sandbox.path(folder)]))
    try await rehash()
    #expect(seals.count == 1)
    #expect(bases.count == 1)
  }
}
