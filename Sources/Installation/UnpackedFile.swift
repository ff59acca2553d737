internal import Archives
internal import Filesystem

/// The contents of an archive, unpacked into a folder in the staging folder.
struct UnpackedFile: Sendable {
  let folder: FilePath
  let files: [ExtractedFile]
}

/// Unpacks verified files on as many threads as there are processors.
struct Unpacker: Sendable {
  /// Shared, so that the largest files come first across all archives.
  private let workers = WorkerPool()
  /// Limits open archives: each holds an open directory and its member list.
  private let archives = AsyncSemaphore(16)

  init() {}

  /// Unpacks a verified file into a new folder, and calls `begin` when its turn comes. `rawPath`
  /// names a raw artifact, which is the program itself and whose download is named by its digest.
  func unpack(
    _ path: FilePath, _ format: ArchiveFormat, into folder: FilePath,
    naming rawPath: MemberPath? = nil, begin: @Sendable () -> Void = {}
  ) async throws(ArchiveError) -> UnpackedFile {
    try await archives.run { () async throws(ArchiveError) in
      if Task.isCancelled { throw .cancelled }
      begin()
      let directory = try onFile { () throws(FileError) in
        try folder.makeDirectory()
        return try Directory.open(folder)
      }
      let foldsCase = try onFile { () throws(FileError) in try directory.foldsCase() }
      var extraction = ArchiveExtraction(of: path, as: format, foldsCase: foldsCase)
      extraction.workers = workers
      let isRaw = format == .raw
      let files = try await extraction.unpack(into: directory) { member in
        guard isRaw, let rawPath else { return MemberPlacement(member) }
        return MemberPlacement(path: rawPath, isExecutable: true)
      }
      return UnpackedFile(folder: folder, files: files)
    }
  }

  private func onFile<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(ArchiveError) -> Value {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
