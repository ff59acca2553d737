package import Diagnostics
package import Filesystem
internal import Vocabulary

/// A reason a manifest or lock could not be read from disk.
package enum ManifestError: Error, Hashable, Sendable {
  /// The file system reported an error.
  case file(FileError)
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(FilePath, FileStatus.Kind)
  /// The path is a symbolic link, and nothing exists at its target.
  case danglingLink(FilePath, target: FilePath)
  /// The path is a link out of its repository.
  case linkOutside(FilePath)
  /// The file was read, but its text is invalid.
  case syntax(SyntaxProblems)
}

/// Returns the bytes of a manifest, or `nil` if `file` does not exist. A link that leads nowhere is
/// an error: whoever made it has meant something by it.
///
/// The size is checked first, so a file of more than `limit` bytes is never read. Only a regular
/// file is opened, because reading a pipe or a device may never end.
private func manifestBytes(
  at file: FilePath, named displayPath: String, limit: Int
) throws(ManifestError) -> [UInt8]? {
  let status = try reading { () throws(FileError) in try file.status() }
  guard let status else {
    let target = try reading { () throws(FileError) in try file.danglingTarget() }
    if let target { throw .danglingLink(file, target: target) }
    return nil
  }
  if status.kind != .file { throw .notAFile(file, status.kind) }
  if status.size > limit {
    throw .syntax(
      SyntaxProblems(.tooLarge(limit: limit, size: status.size), at: .file(displayPath)))
  }
  return try reading { () throws(FileError) in try file.contentsIfPresent(limit: limit) }
}

/// Reads a manifest or lock of at most `limit` bytes with `parse`.
///
/// Messages show `displayPath` as the path of the file. They quote its text, unless the file is a
/// link out of the repository.
///
/// - Returns: The manifest, or `nil` if `file` does not exist.
/// - Throws: ``ManifestError`` if the file cannot be read, is too large, or is invalid.
package func readManifest<Manifest>(
  at file: FilePath, named displayPath: String, limit: Int,
  in files: ManifestFiles = ManifestFiles(), _ parse: ([UInt8]) throws(SyntaxProblems) -> Manifest
) throws(ManifestError) -> Manifest? {
  let bytes = try files.bytes(of: file) { () throws(ManifestError) in
    try manifestBytes(at: file, named: displayPath, limit: limit)
  }
  guard let bytes else { return nil }
  do {
    return try parse(bytes)
  } catch {
    throw .syntax(file.leadsOutside ? error.withoutText : error)
  }
}

/// Runs `body` and wraps its error in ``ManifestError``.
private func reading<Value>(_ body: () throws(FileError) -> Value) throws(ManifestError) -> Value {
  do {
    return try body()
  } catch {
    throw .file(error)
  }
}
