internal import Diagnostics
internal import Filesystem

/// Copies or decompresses an artifact that is a single file: the program itself.
struct FileExtraction {
  let archive: FilePath
  let format: ArchiveFormat
  let run: ExtractionRun

  /// Unpacks the file and returns it, or nothing if the caller skips it.
  func unpack() throws(ArchiveError) -> [ExtractedFile] {
    let content = try ContentReader(archive, format.layer, run)
    let name = archive.lastComponent
    let path = try onMember(name) { () throws(MemberFailure) in
      do throws(MemberPath.Failure) { return try MemberPath(name) } catch { throw .path(error) }
    }
    let member = ArchiveMember(
      path: path, kind: .file, size: content.packedSize, isExecutable: true)
    guard let placement = run.place(member) else { return [] }
    var writer = MemberWriter(root: run.root, headSize: run.headSize)
    var copy = try onFile(try writer.makeFile(placement))
    while true {
      let piece = try unsafe content.next()
      if unsafe piece.isEmpty { break }
      try onFile(try unsafe copy.write(piece))
    }
    run.progress(copy.size)
    return [copy.finish()]
  }
}
