internal import Diagnostics
internal import Filesystem
internal import Synchronization

/// The indexes of folders. Each index is read only once and shared by all tools from its folder.
final class DirectoryIndexes: Sendable {
  /// A reason why an index cannot be used.
  enum Failure: Error {
    /// Reading the file failed.
    case file(FileError)
    /// The file is missing or invalid.
    case fault(SourceProblem.Fault)
  }

  /// The results by folder. Failures are also kept, so all tools report the same one.
  private let known = Mutex<[FilePath: Result<DirectoryIndex, Failure>]>([:])

  /// Returns the index of `folder`, an absolute path.
  ///
  /// - Throws: ``Failure`` if the index is missing, unreadable, or invalid.
  func index(in folder: FilePath) throws(Failure) -> DirectoryIndex {
    let result = known.withLock { known in
      let result = known[folder] ?? Self.read(folder.appending(DirectoryIndex.fileName))
      known[folder] = result
      return result
    }
    return try result.get()
  }

  /// Reads and parses an index file.
  private static func read(_ file: FilePath) -> Result<DirectoryIndex, Failure> {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try file.contentsIfPresent(limit: DirectoryIndex.maximumByteCount)
    } catch {
      return .failure(.file(error))
    }
    guard let bytes else { return .failure(.fault(.noFile(path: file.string))) }
    do throws(DirectoryIndex.Failure) {
      return .success(try DirectoryIndex(parsing: bytes))
    } catch {
      return .failure(.fault(.own(.badIndexLine(path: file.string, line: error.line, error.fault))))
    }
  }
}
