import Diagnostics
import Filesystem
import Layout
import Sandboxes
import Selection
import Testing
import Transport

@testable import ChangeCommands

/// Programs that store passwords, as Docker runs them.
@Suite struct CredentialHelperTests {
  /// Writes a program that logs what it gets, prints `output`, and runs `end`. Returns what the
  /// helper of a project knows. The program is in a folder on `PATH`.
  private func login(
    _ output: String, in name: String = "bin", end: String = "",
    _ check: (String?) -> Void = { _ in }
  ) throws -> Result<[String]?, CredentialHelperFault> {
    let directory = try TemporaryDirectory()
    let folder = directory.path.appending(name)
    let log = directory.path.appending("log")
    try folder.makeDirectories()
    try folder.appending("docker-credential-test").replaceContents(
      with: """
        #!/bin/sh
        { pwd; echo "$@"; cat; echo; echo "$MY_TOKEN"; } >\(log.string)
        printf '%s' '\(output)'
        \(end)
        """.utf8, permissions: 0o755)
    let environment = Environment([
      "PATH": "\(folder.string):/usr/bin:/bin", "MY_TOKEN": "t0ken",
    ])
    let helpers = HelperPrograms(
      environment, root: Root(directory.path.appending("root")),
      project: directory.path.appending("project"))
    let login = helpers.login(of: "test", for: "registry.example.org:5000")
    check((try? log.contents(limit: 1000)).map { String(decoding: $0, as: UTF8.self) })
    return login.map { $0.map { [$0.user, $0.password] } }
  }

  @Test func `a helper reads the server, and runs in the root folder without tokens`() throws {
    let reply = #"{"ServerURL":"x","Username":"me","Secret":"a\nb"}"#
    let login = try login(reply) { log in
      #expect(log == "/\nget\nregistry.example.org:5000\n\n")
    }
    #expect(login == .success(["me", "a\nb"]))
  }

  @Test func `a helper in the project is not run`() throws {
    let login = try login(#"{"Username":"me","Secret":"x"}"#, in: "project/bin") { log in
      #expect(log == nil)
    }
    #expect(login == .failure(.missing))
  }

  @Test(arguments: ["", "[]", #"{"Username":"me"}"#, #"{"Secret":1}"#])
  func `any other output is a fault`(_ output: String) throws {
    #expect(try login(output) == .failure(.unreadable))
  }

  @Test func `a helper that fails is named with its last line`() throws {
    let unknown = try login("credentials not found in native keychain", end: "exit 1")
    #expect(unknown == .success(nil))
    let locked = try login("", end: "echo starting >&2; echo locked >&2; exit 2")
    #expect(locked == .failure(.failed(line: "locked")))
    #expect(try login("", end: "exit 2") == .failure(.failed(line: nil)))
  }

  @Test func `a program that does not end is killed`() throws {
    let program = try FilePath("/bin/sleep").resolvingLinks()
    let error = #expect(throws: FileError.self) {
      try ChildProcess.answer(
        of: program, arguments: ["60"], environment: Environment([:]), input: [1], limit: 9,
        seconds: 1, standardError: .apart)
    }
    #expect(error?.isTimeout == true)
  }
}
