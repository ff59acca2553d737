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
    let content = try ContentReader(archive, format.layer, run)
    var reader = TarReader(content, limits: run.limits)
    var names = MemberNames(foldsCase: foldsCase)
    var writer = MemberWriter(root: run.root, headSize: run.headSize)
    var files: [ExtractedFile] = []
    var links: [ExtractedFile] = []
    // The unpacked members to which a hard link may refer, by their path in the archive.
    var known: [MemberPath: ExtractedFile] = [:]
    while let entry = try reader.next() {
      try run.checkCancelled()
      guard
        let member = try onMember(
          entry.displayName, { () throws(MemberFailure) in try entry.member() }),
        let placement = run.place(member)
      else { continue }
      let original = try original(of: entry, in: known)
      let kind = if case .link? = original?.kind { ArchiveMember.Kind.link } else { member.kind }
      try onMember(entry.displayName) { () throws(MemberFailure) in
        try names.insert(placement.path, kind)
      }
      if kind == .directory {
        try onFile(try writer.makeDirectory(placement.path))
        continue
      }
      let file =
        if kind == .link {
          try link(at: placement.path, to: original, entry)
        } else if let original {
          try onFile(try writer.makeHardLink(placement.path, to: original))
        } else {
          try unpack(placement, from: &reader, to: &writer)
        }
      if kind == .link { links.append(file) } else { files.append(file) }
      known[member.path] = file
    }
    try writer.makeLinks(links, for: run, foldsCase: foldsCase)
    return files + links
  }

  /// Returns the unpacked member that a hard link refers to, or `nil` if the entry is no hard link.
  private func original(
    of entry: TarEntry, in known: [MemberPath: ExtractedFile]
  ) throws(ArchiveError) -> ExtractedFile? {
    guard entry.isHardLink else { return nil }
    return try onMember(entry.displayName) { () throws(MemberFailure) in
      try Self.target(of: entry, in: known)
    }
  }

  /// Returns the symbolic link of an entry, to be created after all files. For a hard link to a
  /// symbolic link, this is a copy of that link.
  private func link(
    at path: MemberPath, to original: ExtractedFile?, _ entry: TarEntry
  ) throws(ArchiveError) -> ExtractedFile {
    let target = original?.linkTarget.map { Array($0.utf8) } ?? entry.linkTarget
    return try onMember(entry.displayName) { () throws(MemberFailure) in
      ExtractedFile(path, to: try LinkTarget(bytes: target))
    }
  }

  /// Returns the earlier member that a hard link refers to.
  private static func target(
    of entry: TarEntry, in known: [MemberPath: ExtractedFile]
  ) throws(MemberFailure) -> ExtractedFile {
    let path: MemberPath
    do {
      path = try MemberPath(bytes: entry.linkTarget[...])
    } catch {
      throw .linkTarget(error)
    }
    guard let target = known[path] else { throw .hardLink(target: path.text) }
    return target
  }

  /// Unpacks a file.
  private func unpack(
    _ placement: MemberPlacement, from reader: inout TarReader, to writer: inout MemberWriter
  ) throws(ArchiveError) -> ExtractedFile {
    var open = try onFile(try writer.makeFile(placement))
    try unsafe reader.readContent { piece throws(ArchiveError) in
      try onFile(try unsafe open.write(piece))
    }
    run.progress(open.size)
    return open.finish()
  }
}
