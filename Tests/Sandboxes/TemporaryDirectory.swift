internal import Foundation

/// A folder of a test's own, removed with its owner unless `BOOTSTRAP_KEEP_SCRATCH` is set.
package final class TemporaryDirectory: Sendable {
  /// Absolute, without symbolic links, so that it compares with what a program prints.
  package let path: String

  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = parent + "/bootstrap-test-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    if ProcessInfo.processInfo.environment["BOOTSTRAP_KEEP_SCRATCH"] != nil {
      FileHandle.standardError.write(Data("kept \(path)\n".utf8))
    } else {
      Self.removeTree(path)
    }
  }

  /// Removes also what tests left without permissions.
  private static func removeTree(_ path: String) {
    let files = FileManager.default
    if (try? files.removeItem(atPath: path)) != nil { return }
    for entry in files.enumerator(atPath: path) ?? .init() {
      guard let entry = entry as? String else { continue }
      try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(entry)")
    }
    try? files.removeItem(atPath: path)
  }
}
