extension FilePath {
  /// Returns whether both are regular files with the same bytes. Reads files of the same size only
  /// up to the first difference, and others not at all.
  ///
  /// - Throws: ``FileError`` if one of the files is missing or cannot be read.
  package func hasSameContents(as other: FilePath) throws(FileError) -> Bool {
    let file = try FileDescriptor.open(self, .read)
    let otherFile = try FileDescriptor.open(other, .read)
    let (status, otherStatus) = (try file.status(), try otherFile.status())
    guard status.kind == .file, otherStatus.kind == .file, status.size == otherStatus.size else {
      return false
    }
    var offset = 0
    while offset < status.size {
      let range = offset..<min(offset + 256 * 1024, status.size)
      if try file.bytes(range) != otherFile.bytes(range) { return false }
      offset = range.upperBound
    }
    return true
  }
}
