package import Filesystem

extension ZipDirectory {
  /// The directory of the zip at `path`.
  package static func read(_ path: FilePath) throws(ArchiveError) -> ZipDirectory {
    let size = try onFile { () throws(FileError) in try path.size() }
    var start = max(0, size - 64 * 1024)
    while true {
      let range = start..<size
      let tail = try onFile { () throws(FileError) in try path.bytes(range) }
      switch try reading(tail: tail, fileSize: size) {
      case .complete(let directory): return directory
      // It asks for more only where it has not all of it, so this ends.
      case .needs(let range): start = range.lowerBound
      }
    }
  }
}

private func onFile<Value>(_ body: () throws(FileError) -> Value) throws(ArchiveError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}

extension FilePath {
  fileprivate func size() throws(FileError) -> Int {
    try FileDescriptor.open(self, .read).status().size
  }
}
