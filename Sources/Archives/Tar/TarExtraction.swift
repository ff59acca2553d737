internal import Diagnostics
internal import Filesystem

/// Unpacks a tar archive, compressed or not. Members are unpacked in sequence.
struct TarExtraction {
  let archive: FilePath
  let format: ArchiveFormat
  let foldsCase: Bool
  let run: ExtractionRun

  /// Unpacks the archive and returns the created files and links.
  func unpack() throws(ArchiveError) -> [ExtractedFile] {
    let packed = try onFile { () throws(FileError) in
      try FileDescriptor.open(archive, .read).status().size
    }
    let locale = UTF8Locale()
    defer { locale.leave() }
    var reader = try TarReader(archive, format)
    var names = MemberNames(foldsCase: foldsCase)
    var writer = MemberWriter(root: run.root)
    var files: [ExtractedFile] = []
    var links: [(path: MemberPath, target: LinkTarget)] = []
    var unpacked = 0
    while let entry = try reader.next() {
      try run.checkCancelled()
      try run.limits.check(members: reader.memberCount)
      guard
        let member = try onMember(entry.name, { () throws(MemberFailure) in try entry.member() }),
        let placement = run.place(member)
      else { continue }
      try onMember(entry.name) { () throws(MemberFailure) in
        try names.insert(placement.path, member.kind)
      }
      switch member.kind {
      case .directory:
        try onFile { () throws(FileError) in try writer.makeDirectory(placement.path) }
      case .link:
        links.append(
          (
            placement.path,
            try onMember(entry.name) { () throws(MemberFailure) in
              try LinkTarget(bytes: entry.linkTarget.utf8, at: placement.path)
            }
          ))
      case .file:
        let base = unpacked
        var open: OpenMember
        do throws(FileError) { open = try writer.makeFile(placement) } catch { throw .file(error) }
        try unsafe reader.readContent(of: entry) { piece throws(ArchiveError) in
          do throws(FileError) { try unsafe open.write(piece) } catch { throw .file(error) }
          try run.limits.check(unpacked: base + open.size, packed: packed)
        }
        unpacked += open.size
        run.progress(open.size)
        files.append(open.finish())
      }
    }
    // Links come last, so that no member can be written through one.
    for link in links {
      files.append(
        try onFile { () throws(FileError) in try writer.makeLink(link.path, to: link.target) })
    }
    return files
  }
}
