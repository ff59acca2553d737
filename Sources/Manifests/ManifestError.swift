package import Diagnostics
package import Filesystem

/// A reason a manifest or lock could not be read from disk.
package enum ManifestError: Error, Hashable, Sendable {
  case file(FileError)
  /// The path leads to a directory, a pipe, or a device.
  case notAFile(FilePath)
  case syntax(SyntaxProblems)
}

/// Returns the bytes of a manifest; `nil` if the path does not exist.
///
/// Refuses a file larger than `limit` by its size, before reading it. Never opens anything but
/// a regular file, because reading a pipe may not end.
private func manifestBytes(
  at file: FilePath, named path: String, limit: Int
) throws(ManifestError) -> [UInt8]? {
  let status = try reading { () throws(FileError) in try file.status() }
  guard let status else { return nil }
  if status.kind != .file { throw .notAFile(file) }
  if status.size > limit {
    throw .syntax(SyntaxProblems(.tooLarge(limit: limit), at: .file(path)))
  }
  return try reading { () throws(FileError) in try file.contentsIfPresent(limit: limit) }
}

/// Reads and parses a manifest, which messages name as `path`; `nil` if `file` does not exist.
///
/// - Throws: ``ManifestError`` if the file cannot be read, is larger than `limit` bytes, or
///   is invalid.
package func readManifest<Manifest>(
  at file: FilePath, named path: String, limit: Int,
  _ parse: ([UInt8]) throws(SyntaxProblems) -> Manifest
) throws(ManifestError) -> Manifest? {
  guard let bytes = try manifestBytes(at: file, named: path, limit: limit) else { return nil }
  do throws(SyntaxProblems) {
    return try parse(bytes)
  } catch {
    throw .syntax(error)
  }
}

/// Runs `body` and wraps its error in ``ManifestError``.
private func reading<Value>(_ body: () throws(FileError) -> Value) throws(ManifestError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
