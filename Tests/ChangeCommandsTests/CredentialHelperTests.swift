import Filesystem
import Layout
import Sandboxes
import Selection
import Testing

@testable import ChangeCommands

/// Programs that store passwords, as Docker runs them.
@Suite struct CredentialHelperTests {
  /// Writes a program that logs what it gets and prints `output`, and returns what the helper of a
  /// project knows. The program is in `folder`, which is on `PATH`.
  private func login(
    _ output: String, in name: String, _ check: (String?) -> Void = { _ in }
  ) throws -> [String]? {
    let directory = try TemporaryDirectory()
    let folder = directory.path.appending(name)
    let log = directory.path.appending("log")
    try folder.makeDirectories()
    try folder.appending("docker-credential-test").replaceContents(
      with: """
        #!/bin/sh
        { pwd; echo "$@"; cat; echo; echo "$MY_TOKEN"; } >\(log.string)
        printf '%s' '\(output)'
        """.utf8, permissions: 0o755)
    let environment = Environment([
      "PATH": "\(folder.string):/usr/bin:/bin", "MY_TOKEN": "t0ken",
    ])
    let helpers = HelperPrograms(
      environment, root: Root(directory.path.appending("root")),
      project: directory.path.appending("project"))
    let login = helpers.login(of: "test", for: "registry.example.org:5000")
    check((try? log.contents(limit: 1000)).map { String(decoding: $0, as: UTF8.self) })
    return login.map { [$0.user, $0.password] }
  }

  @Test func `a helper reads the server, and runs in the root folder without tokens`() throws {
    let reply = #"{"ServerURL":"x","Username":"me","Secret":"a\nb"}"#
    let login = try login(reply, in: "bin") { log in
      #expect(log == "/\nget\nregistry.example.org:5000\n\n")
    }
    #expect(login == ["me", "a\nb"])
  }

  @Test func `a helper in the project is not run`() throws {
    let login = try login(#"{"Username":"me","Secret":"x"}"#, in: "project/bin") { log in
      #expect(log == nil)
    }
    #expect(login == nil)
  }

  @Test(arguments: ["", "credentials not found", "[]", #"{"Username":"me"}"#, #"{"Secret":1}"#])
  func `any other output is no login`(_ output: String) throws {
    #expect(try login(output, in: "bin") == nil)
  }
}
