import Filesystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FilePath {
  /// All of the file as text.
  func text() throws -> String {
    String(decoding: try contents(limit: 1 << 20), as: UTF8.self)
  }
}

/// The number of errno(3) that `body` fails with, or 0.
func code(_ body: () throws(FileError) -> Void) -> Int32 {
  do throws(FileError) {
    try body()
    return 0
  } catch {
    return error.code
  }
}

/// Gives up the rights of root, in a process of its own: permissions do not bind root.
func becomeNobody() {
  if getuid() != 0 { return }
  setgid(65534)
  precondition(setuid(65534) == 0)
}

/// Ends a process of its own with failure unless `condition` holds.
func require(_ condition: Bool, _ explanation: String) {
  if condition { return }
  print(explanation)
  exit(1)
}
