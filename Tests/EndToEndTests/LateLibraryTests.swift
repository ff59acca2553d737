#if os(Linux)
  import Sandboxes
  import Testing

  /// A library that `bootstrap-change` loads only when it needs it.
  @Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
  struct LateLibraryTests {
    @Test func `only a command that sends requests needs libcurl`() async throws {
      try sandbox.write("$SANDBOX/lib/libcurl.so.4", "not a library")
      let environment = [
        "LD_LIBRARY_PATH": sandbox.path("$SANDBOX/lib"),
        "BOOTSTRAP_PYPI_INDEX": "http://127.0.0.1:1/simple",
      ]
      expect(try await sandbox.run(["bootstrap", "rehash", "--quiet"], environment: environment))

      try sandbox.write(
        "Toolfile", "platforms \"linux-x64\"\nsource \"pypi\"\ntool \"ruff\"\n")
      let lock = try await sandbox.run(["bootstrap", "lock"], environment: environment)
      #expect(lock.exitCode == 74)
      #expect(lock.standardError.hasPrefix("error: cannot load the library libcurl.so.4: "))
    }
  }
#endif
