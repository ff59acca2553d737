import Filesystem
import Sandboxes
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for one test, gone after it.
final class Scratch: Sendable {
  private let directory: TemporaryDirectory
  let path: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    path = FilePath(directory.path)
  }

  /// Writes a file and returns its path.
  @discardableResult
  func file(_ name: String, _ text: String = "", permissions: UInt16 = 0o644) throws -> FilePath {
    let file = path.appending(name)
    try file.parentDirectory.makeDirectories()
    try FileDescriptor.open(file, .overwrite(permissions: 0o644)).write(text.utf8)
    try file.setPermissions(permissions)
    return file
  }

  @discardableResult
  func directory(_ name: String) throws -> FilePath {
    let directory = path.appending(name)
    try directory.makeDirectories()
    return directory
  }
}

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
