internal import Diagnostics
internal import Filesystem
internal import Synchronization

/// The indexes of folders, each read once for all its tools.
final class DirectoryIndexes: Sendable {
  enum Failure: Error {
    case file(FileError)
    case fault(SourceProblem.Fault)
  }

  private let known = Mutex<[FilePath: Result<DirectoryIndex, Failure>]>([:])

  func index(in folder: FilePath) throws(Failure) -> DirectoryIndex {
    let result = known.withLock { known in
      let result = known[folder] ?? Self.read(folder.appending(DirectoryIndex.fileName))
      known[folder] = result
      return result
    }
    return try result.get()
  }

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
