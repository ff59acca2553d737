import Sandboxes
import Testing

/// Installations that are not what the seal states. The system's program of the same name must not
/// take the place of a locked one.
extension SealedToolsTests {
  @Test func `a file in the place of an installation is none`() async throws {
    try await install()
    let installation = try Self.installation(of: "greet")
    try sandbox.remove(installation)
    try sandbox.write(installation, "")
    let answers = try await bothAnswers().sealed
    for (index, command) in Self.commands.enumerated() {
      let (printed, errors) = (answers[2 * index], answers[2 * index + 1])
      if command.first == "direct-path" {
        // The shim reports it.
        #expect(printed.contains("installs/other/1.0-") && !printed.contains("installs/greet/1.0-"))
      } else {
        #expect(printed.hasPrefix("\(command): 127\n"))
        // With `--json`, the error is printed.
        #expect((printed + errors).contains("greet 1.0 is not installed"), "\(command): \(errors)")
      }
    }
  }

  @Test(
    .enabled(if: Sandbox.hasOtherUser, "only root can become somebody else"),
    arguments: ["", "/bin"])
  func `a closed installation is an error, whatever the command`(_ folder: String) async throws {
    try await install()
    for tree in ["$ROOT", "$HOME"] { try await sandbox.giveTreeAway(tree) }
    let user = Sandbox.otherUser
    expect(try await sandbox.run(user + ["bootstrap", "install", "--force", "--quiet"]))
    try markSeal()
    let outcome = try await sandbox.run(user + ["bootstrap", "env"])
    #expect(outcome.standardOutput.contains("greet") && !outcome.standardOutput.contains("spare"))
    try sandbox.setPermissions(try Self.installation(of: "greet") + folder, 0)
    let (sealed, unsealed) = try await bothAnswers(after: user)
    #expect(sealed == unsealed)
    for (index, command) in Self.commands.enumerated() where command.first != "direct-path" {
      let (printed, errors) = (sealed[2 * index], sealed[2 * index + 1])
      #expect(printed.hasPrefix("\(command): \(command.first == "env" ? 73 : 127)\n"))
      let remedy = "chmod u+rwx $ROOT/installs/greet/1.0-"
      #expect((printed + errors).contains(remedy), "\(command): \(errors)")
    }
  }
}
