extension FileDescriptor {
  /// The bytes of `range`; fewer where the file ends before (pread(2)). The file's own position stays.
  package func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < result.count {
      let start = filled
      let count = try unsafe result.withUnsafeMutableBufferPointer { buffer throws(FileError) in
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
        return try unsafe read(into: rest, at: range.lowerBound + start)
      }
      if count == 0 { break }
      filled += count
    }
    result.removeSubrange(filled...)
    return result
  }
}
