#if canImport(Glibc)
  import Filesystem
  import Glibc
  import Sandboxes
  import Testing

  @Suite struct SystemInterfaceTests {
    @Test func `the version is that of the system's C library`() {
      var text = [CChar](repeating: 0, count: 64)
      // This process uses the library of the system.
      let count = unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
      #expect(count > 0)
      let library = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      #expect(SystemInterface.version.map { "glibc \($0)" } == library)
    }

    @Test(arguments: [
      ("ld-2.31.so", "", "2.31"),
      ("ld.so", "\0ld.so (Ubuntu GLIBC 2.35-0ubuntu3.8) stable release version 2.35.\n\0", "2.35"),
      ("ld.so", "\0ld.so (GNU libc) development release version 2.40.9000.\n\0", "2.40.9000"),
      ("ld.so", "musl libc\nVersion 1.2.5", nil), ("ld.so", "release version ", nil),
    ])
    func `a loader states its version`(name: String, text: String, version: String?) throws {
      let folder = try TemporaryDirectory()
      let file = folder.path.appending(name)
      try file.replaceContents(with: Array(text.utf8), isDurable: false)
      let link = folder.path.appending("ld-linux.so.2")
      try link.makeLink(to: FilePath(name))
      #expect(SystemInterface.version(ofLoader: link) == version)
    }

    @Test func `a missing loader has no version`() {
      #expect(SystemInterface.version(ofLoader: "/nowhere/ld.so") == nil)
    }
  }
#endif
