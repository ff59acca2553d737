internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
internal import Vocabulary

/// The note that what was installed does not run by its name, because the shims are not on PATH, or
/// come after other programs of the same names.
enum ShimsOnPath {
  /// Returns the note about these installations, or `nil` if their shims run, or `CI` is set, where
  /// `exec` needs no shims.
  static func note(about receipts: [Receipt], _ session: Session) -> Notice? {
    let (environment, root) = (session.environment, session.root)
    if receipts.isEmpty || environment.isContinuousIntegration { return nil }
    let path = (environment.bytes(of: "PATH") ?? []).split(separator: UInt8(ascii: ":"))
      .map { FilePath(bytes: $0) }
    let shims = session.formatAbsolutePath(root.shims.path)
    guard let position = path.firstIndex(where: { $0.isSame(as: root.shims.path) }) else {
      return .shim(.notOnPath(shims: shims))
    }
    let names = receipts.flatMap(\.executables).map(\.name)
    // Programs with these names in earlier folders, such as `/usr/bin`, run instead.
    for folder in path[..<position] where !root.providesPrograms(in: folder) {
      for name in names where folder.appending(name.text).isExecutableFile {
        return .shim(
          .hidden(
            executable: name, by: session.formatAbsolutePath(folder.appending(name.text)),
            shims: shims))
      }
    }
    return nil
  }
}

extension Root {
  /// Returns whether a folder on PATH is one of an installation or of its packages, which the
  /// direct mode and `exec` put before the shims.
  func providesPrograms(in folder: FilePath) -> Bool {
    [installs, packages].map(\.path).contains { folder.relative(to: $0) != nil }
  }
}

extension FilePath {
  /// Returns whether two paths lead to the same file or folder.
  func isSame(as other: FilePath) -> Bool {
    if self == other { return true }
    guard let one = try? resolvingLinks(), let two = try? other.resolvingLinks() else {
      return false
    }
    return one == two
  }
}
