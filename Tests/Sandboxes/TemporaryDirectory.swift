package import Filesystem
internal import Foundation

/// A temporary folder, removed with its owner unless `BOOTSTRAP_KEEP_SCRATCH` is set.
package final class TemporaryDirectory: Sendable {
  /// The absolute path with symbolic links resolved, so that it equals paths that programs print.
  package let path: FilePath

  /// Creates an empty folder with a random name.
  ///
  /// - Parameter folder: The folder to create it in, or `nil` for the usual one.
  package init(in folder: String? = nil) throws {
    let parent = FilePath(folder ?? FileManager.default.temporaryDirectory.path)
    let unique = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    // Foundation would turn `/private/var` into `/var` on macOS, which is itself a link.
    path = try parent.resolvingLinks().appending("bootstrap-test-\(unique)")
    try path.makeDirectory()
    // The permissions must not depend on the umask of the test process.
    try path.setPermissions(0o755)
  }

  /// A folder on another file system than that of the usual temporary folder, or `nil` if none is
  /// known.
  package static var otherFileSystem: String? {
    let usual = FilePath(FileManager.default.temporaryDirectory.path)
    guard let device = try? usual.status()?.device else { return nil }
    return ["/dev/shm", "/var/tmp"].first { name in
      let folder = FilePath(name)
      guard folder.isWritable, let other = try? folder.status() else { return false }
      return other.device != device
    }
  }

  /// Writes a file, creates missing parent folders, and returns the path of the file.
  @discardableResult
  package func file(
    _ name: String, _ text: String = "", permissions: UInt16 = 0o644
  ) throws -> FilePath {
    let file = path.appending(name)
    try file.parentDirectory.makeDirectories()
    try file.replaceContents(with: text.utf8, isDurable: false)
    try file.setPermissions(permissions)
    return file
  }

  /// Creates a folder with missing parents and returns its path.
  @discardableResult
  package func directory(_ name: String) throws -> FilePath {
    let directory = path.appending(name)
    try directory.makeDirectories()
    return directory
  }

  deinit {
    if ProcessInfo.processInfo.environment["BOOTSTRAP_KEEP_SCRATCH"] != nil {
      FileHandle.standardError.write(Data("kept \(path)\n".utf8))
    } else {
      Self.removeTree(path.string)
    }
  }

  /// Removes a tree, including entries that a test made inaccessible.
  private static func removeTree(_ path: String) {
    let files = FileManager.default
    if (try? files.removeItem(atPath: path)) != nil { return }
    try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    for entry in files.enumerator(atPath: path) ?? .init() {
      guard let entry = entry as? String else { continue }
      try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(entry)")
    }
    try? files.removeItem(atPath: path)
  }
}

/// Runs `body` with an empty temporary folder.
package func withScratch<Result>(
  _ body: (FilePath) async throws -> Result
) async throws -> Result {
  let directory = try TemporaryDirectory()
  defer { withExtendedLifetime(directory) {} }
  return try await body(directory.path)
}
