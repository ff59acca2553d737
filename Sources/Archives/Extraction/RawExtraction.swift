internal import Diagnostics
internal import Filesystem

/// Copies an artifact that is the program itself.
struct RawExtraction {
  let archive: FilePath
  let run: ExtractionRun

  /// Copies the file and returns the copy, or nothing if the caller skips it.
  func unpack() throws(ArchiveError) -> [ExtractedFile] {
    let file = try onFile { () throws(FileError) in try FileDescriptor.open(archive, .read) }
    let size = try onFile { () throws(FileError) in try file.status().size }
    try run.limits.check(unpacked: size, packed: size)
    let name = archive.lastComponent
    let path = try onMember(name) { () throws(MemberFailure) in
      do throws(MemberPath.Failure) { return try MemberPath(name) } catch { throw .path(error) }
    }
    let member = ArchiveMember(path: path, kind: .file, size: size, isExecutable: true)
    guard let placement = run.place(member) else { return [] }
    try run.checkCancelled()

    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 64)
    defer { unsafe buffer.deallocate() }
    do throws(FileError) {
      var writer = MemberWriter(root: run.root)
      var copy = try writer.makeFile(placement)
      while true {
        let count = try unsafe file.read(into: buffer)
        if count == 0 { break }
        try unsafe copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
      run.progress(size)
      return [copy.finish()]
    } catch {
      throw .file(error)
    }
  }
}
