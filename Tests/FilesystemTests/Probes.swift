import Filesystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FilePath {
  /// Returns the whole file as text.
  func text() throws -> String {
    String(decoding: try contents(limit: 1 << 20), as: UTF8.self)
  }
}

/// Returns the errno(3) of the error that `body` throws, or 0 if it throws none.
func code(_ body: () throws(FileError) -> Void) -> Int32 {
  do throws(FileError) {
    try body()
    return 0
  } catch {
    return error.code
  }
}

/// Gives up the privileges of root, which permissions do not restrict. Only for the child process
/// of an exit test.
func becomeNobody() {
  if getuid() != 0 { return }
  setgid(65534)
  precondition(setuid(65534) == 0)
}

/// Ends the child process of an exit test with failure unless `condition` holds.
func require(_ condition: Bool, _ explanation: String) {
  if condition { return }
  print(explanation)
  exit(1)
}
