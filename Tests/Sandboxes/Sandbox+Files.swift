internal import Foundation
internal import Synchronization

extension Sandbox {
  /// Resolves `path` relative to the project. A path may begin with `$HOME`, `$ROOT`, `$PROJECT`,
  /// or `$SANDBOX`, which stand for the folders of the sandbox.
  package func path(_ path: String) -> String {
    for (name, folder) in [
      ("$HOME", home), ("$ROOT", root), ("$PROJECT", project), ("$SANDBOX", directory),
    ]
    where path == name || path.hasPrefix(name + "/") {
      return folder + path.dropFirst(name.count)
    }
    return path.hasPrefix("/") ? path : path == "." ? project : "\(project)/\(path)"
  }

  /// Writes a file and creates missing parent folders.
  package func write(_ path: String, _ text: String, mode: Int = 0o644) throws {
    try write(path, Array(text.utf8), mode: mode)
  }

  /// Writes a file and creates missing parent folders. A link that leads out of the sandbox, such
  /// as `$SANDBOX/system/sh`, is replaced, so a test can never write to a program of the machine.
  package func write(_ path: String, _ bytes: [UInt8], mode: Int = 0o644) throws {
    let url = URL(fileURLWithPath: self.path(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let sandbox = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil,
      !url.resolvingSymlinksInPath().path.hasPrefix(sandbox + "/")
    {
      try FileManager.default.removeItem(at: url)
    }
    try executableWrites.withLock { _ in try Data(bytes).write(to: url) }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  /// Creates a folder and missing parent folders.
  package func makeDirectory(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: self.path(path), withIntermediateDirectories: true)
  }

  /// Creates a symbolic link.
  package func makeLink(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self.path(path), withDestinationPath: target)
  }

  /// Gives a file or a link to a user who owns nothing else. Only root can do this.
  package func giveAway(_ path: String) throws {
    guard unsafe lchown(self.path(path), 65_534, 65_534) == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  /// Sets the permissions of a file or folder.
  package func setPermissions(_ path: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self.path(path))
  }

  /// Removes a file, a link, or a folder with its contents.
  package func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: self.path(path))
  }

  /// Returns the text of a file, unredacted, or `nil` if the file is missing.
  package func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: self.path(path)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Returns whether the file at `path` contains `text`. False if it cannot be read.
  ///
  /// Much faster than ``text(_:)`` for a program.
  package func contains(_ text: String, in path: String) -> Bool {
    let contents = FileManager.default.contents(atPath: self.path(path))
    return contents?.range(of: Data(text.utf8)) != nil
  }

  /// Returns whether there is an entry at `path`. Does not follow links.
  package func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: self.path(path))) != nil
  }

  /// Returns every entry below a folder, sorted: folders with a trailing slash, links with their
  /// redacted targets. Tests use it to check that nothing was left behind.
  package func tree(_ path: String) -> [String] {
    let folder = self.path(path)
    let files = FileManager.default
    return (files.enumerator(atPath: folder).map(Array.init) ?? []).compactMap { $0 as? String }
      .map { entry in
        let whole = "\(folder)/\(entry)"
        let kind = (try? files.attributesOfItem(atPath: whole))?[.type] as? FileAttributeType
        switch kind {
        case .typeDirectory?: return entry + "/"
        case .typeSymbolicLink?:
          return
            "\(entry) -> \(redacted((try? files.destinationOfSymbolicLink(atPath: whole)) ?? "?"))"
        default: return entry
        }
      }
      .sorted()
  }
}
