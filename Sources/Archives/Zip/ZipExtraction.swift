internal import Diagnostics
internal import Filesystem
internal import Vocabulary

/// Unpacks a zip, several members in parallel.
struct ZipExtraction: Sendable {
  let archive: FilePath
  /// Whether to take digests from the wheel's record.
  let isWheel: Bool
  let foldsCase: Bool
  let run: ExtractionRun

  /// A member and its placement.
  struct Item: Sendable {
    let entry: ZipEntry
    let placement: MemberPlacement
    /// The digest according to the wheel's record, or `nil` if it must be computed.
    var digest: SHA256Digest?
  }

  /// Unpacks the archive and returns the created files and links.
  func unpack(on workers: WorkerPool) async throws(ArchiveError) -> [ExtractedFile] {
    // The plan comes first: only then are the sizes of the batches known.
    let plan = try await workers.result(size: .max) { () throws(ArchiveError) in try self.plan() }
    let results = await withTaskGroup(of: Result<[ExtractedFile], ArchiveError>.self) { group in
      for share in ZipMemberBatch.batches(of: plan.files) {
        group.addTask {
          do throws(ArchiveError) {
            return .success(
              try await workers.result(size: share.size) { () throws(ArchiveError) in
                try self.unpack(share.items)
              })
          } catch {
            // Stop the other batches.
            run.cancel()
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var files: [ExtractedFile] = []
    for case .success(let unpacked) in results { files += unpacked }
    let failures = results.compactMap { $0.failure }
    // Batches that were stopped because of another failure do not carry the reason.
    if let failure = failures.first(where: { $0 != .cancelled }) ?? failures.first { throw failure }
    // Links come last, so that no member can be written through one.
    let links = plan.links
    return try await files
      + workers.result(size: .max) { () throws(ArchiveError) in try self.makeLinks(links) }
  }

  /// The files and symbolic links to create.
  private struct Plan: Sendable {
    var files: [Item] = []
    var links: [Item] = []
  }

  /// Parses the directory, checks and places every member, and creates the folders that the
  /// zip lists.
  private func plan() throws(ArchiveError) -> Plan {
    // The task may have been canceled while it waited for a worker.
    try run.checkCancelled()
    let file = try onFile(try FileDescriptor.open(archive, .read))
    let (directory, fileSize) = try ZipDirectory.reading(file, limits: run.limits)
    var names = MemberNames(foldsCase: foldsCase)
    var directories: [MemberPath] = []
    var plan = Plan()
    var size = 0
    for entry in directory.entries {
      guard let placement = run.place(entry.member) else { continue }
      try onMember(entry.path.text) { () throws(MemberFailure) in
        try names.insert(placement.path, entry.kind)
      }
      let (sum, overflows) = size.addingReportingOverflow(entry.size)
      size = overflows ? .max : sum
      // Unpacking enforces the announced sizes, so this check is exact.
      try run.limits.check(unpacked: size, packed: fileSize)
      switch entry.kind {
      case .file: plan.files.append(Item(entry: entry, placement: placement))
      case .link: plan.links.append(Item(entry: entry, placement: placement))
      case .directory: directories.append(placement.path)
      }
    }
    if isWheel, let record = record(in: directory, file) {
      for index in plan.files.indices {
        plan.files[index].digest = record.digest(of: plan.files[index].entry)
      }
    }
    var writer = MemberWriter(root: run.root)
    for path in directories {
      try onFile(try writer.makeDirectory(path))
    }
    return plan
  }

  /// Returns the wheel's record, or `nil` if there is no readable one. All digests are
  /// then computed.
  private func record(
    in directory: ZipDirectory, _ file: borrowing FileDescriptor
  ) -> WheelRecord? {
    let records = directory.entries.filter { $0.kind == .file && WheelRecord.isRecord($0.path) }
    guard records.count == 1, records[0].size <= WheelRecord.maximumLength else { return nil }
    var text: [UInt8] = []
    var reader = ZipMemberReader()
    do throws(ArchiveError) {
      try unsafe reader.read(records[0], from: file, in: run) { (piece) throws(ArchiveError) in
        unsafe text.append(contentsOf: piece)
      }
    } catch {
      return nil
    }
    return WheelRecord(text, limit: directory.entries.count)
  }

  /// Unpacks the files of a batch in sequence.
  private func unpack(_ items: [Item]) throws(ArchiveError) -> [ExtractedFile] {
    let file = try onFile(try FileDescriptor.open(archive, .read))
    var reader = ZipMemberReader()
    var writer = MemberWriter(root: run.root, headSize: run.headSize)
    var files: [ExtractedFile] = []
    for item in items {
      try run.checkCancelled()
      files.append(try unpack(item, from: file, with: &reader, to: &writer))
      run.progress(item.entry.size)
    }
    return files
  }

  private func unpack(
    _ item: Item, from file: borrowing FileDescriptor, with reader: inout ZipMemberReader,
    to writer: inout MemberWriter
  ) throws(ArchiveError) -> ExtractedFile {
    var member = try onFile(try writer.makeFile(item.placement, digest: item.digest))
    try unsafe reader.read(item.entry, from: file, in: run) { (piece) throws(ArchiveError) in
      try onFile(try unsafe member.write(piece))
    }
    return member.finish(checksum: item.entry.checksum)
  }

  /// Creates symbolic links, whose targets are the contents of their members.
  private func makeLinks(_ items: [Item]) throws(ArchiveError) -> [ExtractedFile] {
    if items.isEmpty { return [] }
    let file = try onFile(try FileDescriptor.open(archive, .read))
    var links: [ExtractedFile] = []
    for item in items {
      try run.checkCancelled()
      let entry = item.entry
      if entry.size > MemberPath.maximumLength {
        throw .member(
          name: entry.path.text, .linkTarget(.tooLong(limit: MemberPath.maximumLength)))
      }
      let bytes = try onFile(try file.bytes(entry.range))
      let text = try entry.contents(in: bytes, limit: MemberPath.maximumLength)
      links.append(
        try onMember(entry.path.text) { () throws(MemberFailure) in
          ExtractedFile(item.placement.path, to: try LinkTarget(bytes: text))
        })
    }
    var writer = MemberWriter(root: run.root)
    try writer.makeLinks(links, for: run, foldsCase: foldsCase)
    return links
  }
}

extension ZipDirectory {
  /// Reads the directory of a complete zip. Also returns the size of the file in bytes.
  static func reading(
    _ file: borrowing FileDescriptor, limits: ArchiveLimits
  ) throws(ArchiveError) -> (directory: ZipDirectory, fileSize: Int) {
    let size = try onFile(try file.status().size)
    // A small directory lies within the last 64 KiB. Otherwise, parsing requests more bytes.
    var range = max(0, size - 64 * 1024)..<size
    while true {
      let tail = try onFile(try file.bytes(range))
      switch try ZipDirectory.reading(tail: tail, fileSize: size, limits: limits) {
      case .complete(let directory): return (directory, size)
      case .needs(let missing):
        // Each step must extend the range, which guarantees termination.
        guard missing.lowerBound < range.lowerBound else { throw .zip(.contradiction) }
        range = missing
      }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
