internal import Archives
internal import Filesystem

/// What a file holds, in a folder of its own in the staging folder.
struct UnpackedFile: Sendable {
  let folder: FilePath
  let files: [ExtractedFile]
}

/// Unpacks verified files, as many at once as there are processors for.
struct Unpacker: Sendable {
  /// All archives share them: each begins with its largest files, and so do all together.
  private let workers = Workers()
  /// Archives that are begun at once: each holds a directory open, and what it lists.
  private let archives = AsyncSemaphore(16)

  init() {}

  /// - Parameters:
  ///   - path: the verified file.
  ///   - folder: does not exist yet.
  ///   - rawPath: the name for a raw artifact, which is the program itself, kept under its digest.
  ///   - begin: called when it is its turn.
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
      var extraction = Extraction(of: path, as: format, foldsCase: foldsCase)
      extraction.workers = workers
      let isRaw = format == .raw
      let files = try await extraction.unpack(into: directory) { member in
        guard isRaw, let rawPath else { return Placement(member) }
        return Placement(path: rawPath, isExecutable: true)
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
