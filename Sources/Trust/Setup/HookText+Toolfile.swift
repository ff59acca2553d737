package import Diagnostics
package import Filesystem
package import Manifests
internal import Vocabulary

extension HookText {
  /// The maximum size of a file that a consent covers, in bytes.
  private static let maximumFileSize = 16 * 1024 * 1024

  /// Reads the files that a hook uses: the files that it lists, and the files that a word of its
  /// command lines names.
  ///
  /// - Parameter folder: The folder of the Toolfile.
  package init(_ hook: Toolfile.Hook, in folder: FilePath) {
    let listed = Set(hook.files)
    let lines = hook.run + [hook.check].compactMap(\.self)
    let named = Set(lines.flatMap(Self.words).compactMap(Self.relativePath))
      .subtracting(listed).filter { Self.isOwnFile($0, in: folder) }
    let files = listed.union(named).sorted().map { path in
      File(path, Self.content(of: path, in: folder))
    }
    self.init(name: hook.name, run: hook.run, check: hook.check, files: files)
  }

  /// The characters that separate words in a shell, and `=`, which can precede a path in an option.
  private static let separators = " \t\n\"'`;&|()<>{}$="

  /// Returns the words of a command line. Includes each quoted text as a whole as well.
  private static func words(of line: String) -> [String] {
    let words = line.split { separators.contains($0) }
    let quoted = ["\"", "'"].flatMap { line.split(separator: $0) }
    return (words + quoted).map(String.init)
  }

  private static func relativePath(_ word: String) -> String? {
    let path = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
    return ArtifactPath(path)?.text
  }

  /// Returns whether a path leads to a regular file inside `folder`.
  private static func isOwnFile(_ path: String, in folder: FilePath) -> Bool {
    let file = folder.appending(path)
    return (try? file.status())??.kind == .file && isInside(file, folder)
  }

  private static func content(of path: String, in folder: FilePath) -> File.Content {
    let file = folder.appending(path)
    do {
      guard let status = try file.status() else { return .missing }
      guard status.kind == .file, isInside(file, folder) else { return .uncovered }
      return .digest(SHA256Digest(of: try file.contents(limit: maximumFileSize)))
    } catch {
      return .uncovered
    }
  }

  /// Returns whether a file is inside `folder` after following links.
  private static func isInside(_ file: FilePath, _ folder: FilePath) -> Bool {
    guard let target = try? file.resolvingLinks(), let folder = try? folder.resolvingLinks() else {
      return false
    }
    return target.relative(to: folder) != nil
  }
}
