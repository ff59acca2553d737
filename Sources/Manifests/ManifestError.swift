package import Diagnostics
package import Filesystem

/// Why a manifest or a lock could not be read from the disk.
package enum ManifestError: Error, Hashable, Sendable {
  case file(FileError)
  /// It is a directory, a pipe or a device.
  case notAFile(FilePath)
  case syntax(SyntaxProblems)
}

/// The bytes of a manifest. nil when nothing stands under the path.
///
/// A larger file than `limit` is refused by its size, before it is read. What is no regular file is
/// not opened at all: a pipe would never end.
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

/// Reads and parses a manifest. nil if the path does not exist.
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

private func reading<Value>(_ body: () throws(FileError) -> Value) throws(ManifestError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
