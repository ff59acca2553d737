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

  /// The folder of the Toolfile.
  private let project: FilePath

  init(project: FilePath) { self.project = project }

  /// Returns the index of `folder`, an absolute path.
  ///
  /// - Throws: ``Failure`` if the index is missing, unreadable, or invalid.
  func index(in folder: FilePath) throws(Failure) -> DirectoryIndex {
    let result = known.withLock { known in
      let result = known[folder] ?? read(folder)
      known[folder] = result
      return result
    }
    return try result.get()
  }

  /// Reads and parses the index file of `folder`.
  private func read(_ folder: FilePath) -> Result<DirectoryIndex, Failure> {
    let file = folder.appending(DirectoryIndex.fileName)
    let bytes: [UInt8]
    do {
      // A message about an invalid line shows a part of it, so the index must not be any file.
      bytes = try FileBoundary(project: project, index: folder).read(file) {
        (file) throws(FileError) in try file.readToEnd(limit: DirectoryIndex.maximumByteCount)
      }
    } catch {
      switch error {
      case .fault(let fault): return .failure(.fault(fault))
      case .file(let error): return .failure(.file(error))
      }
    }
    do {
      return .success(try DirectoryIndex(parsing: bytes))
    } catch {
      let fault = file.leadsOutside ? error.fault.withoutText : error.fault
      return .failure(.fault(.own(.badIndexLine(path: file.string, line: error.line, fault))))
    }
  }
}
