import Sandboxes
import Testing

@testable import Filesystem

#if os(Linux)
  @Suite struct UserDatabaseTests {
    private let folder: TemporaryDirectory
    private var file: FilePath { folder.path.appending("passwd") }

    init() throws { folder = try TemporaryDirectory() }

    /// Returns the home of user 1001. `program` takes the place of getent(1).
    private func home(_ entries: String, program: String = "/bin/false") throws -> String? {
      try file.replaceContents(with: entries.utf8)
      return UserDatabase.home(of: 1001, file: file, program: FilePath(program))?.description
    }

    @Test(arguments: [
      ("o:x:1:1:Other:/home/o:/bin/sh\nada:x:1001:1001:Ada,,,:/home/ada:/bin/zsh\n", "/home/ada"),
      ("ada:x:1001:1001::/home/ada:/bin/zsh\nalias:x:1001:1:::/bin/sh\n", "/home/ada"),
      ("ada:x:1001:1001::/home/ada:", "/home/ada"),
      ("ada:x:10010:1001::/home/ada:/bin/sh\n", nil),
      ("ada:x:1001:1001::home/ada:/bin/sh\n", nil),
      ("ada:x:1001:1001::/home/ada\n", nil),
      ("# 1001\n\n+::::::\n", nil),
      ("", nil),
    ])
    func `the first entry of the user states the home`(entries: String, home: String?) throws {
      #expect(try self.home(entries) == home)
    }

    @Test func `the system is asked about a user that the file does not list`() throws {
      let program = folder.path.appending("getent")
      let script = """
        #!/bin/sh
        [ "$*" = 'passwd 1001' ] && echo 'ada:*:1001:1:Ada:/net/ada:/bin/sh'

        """
      try program.replaceContents(with: script.utf8, permissions: 0o755)
      #expect(try home("o:x:1:1::/home/o:/bin/sh\n", program: program.description) == "/net/ada")
    }

    @Test func `a missing database states no home`() {
      let missing = folder.path.appending("missing")
      #expect(UserDatabase.home(of: 1001, file: missing, program: missing) == nil)
    }
  }
#endif
