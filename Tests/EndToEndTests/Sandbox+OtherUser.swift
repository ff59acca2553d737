import Foundation
import Sandboxes
import Testing

extension Sandbox {
  /// The words in front of a command of another user, whom permissions restrict.
  static let otherUser = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
  ]

  /// Whether tests can run commands of another user.
  static let hasOtherUser =
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: otherUser[0])

  /// Gives a folder with its contents to the other user, except for the programs of bootstrap,
  /// which are hard links that all tests share.
  func giveTreeAway(_ folder: String) async throws {
    expect(
      try await run([
        "/usr/bin/find", path(folder), "(", "-path", path("$ROOT/bin"), "-o", "-path",
        path("$ROOT/libexec"), ")", "-prune", "-o", "-exec", "/bin/chown", "-h", "65534:65534",
        "{}", "+",
      ]))
  }
}
