internal import Archives
internal import Filesystem

/// The contents of an archive, unpacked into a folder in the staging area.
struct UnpackedFile: Sendable {
  let folder: FilePath
  let files: [ExtractedFile]
}

/// Unpacks verified files on one thread per processor.
struct Unpacker: Sendable {
  /// Shared by all archives, so that the largest members of all archives are unpacked first.
  let workers: WorkerPool
  /// Limits the number of archives that are unpacked at once, because each keeps a folder open and
  /// a list of its members in memory.
  private let archives = AsyncSemaphore(16)

  init(workers: WorkerPool = WorkerPool()) { self.workers = workers }

  /// Unpacks a verified file into a new folder.
  ///
  /// - Parameters:
  ///   - path: The verified file.
  ///   - format: The format of the file.
  ///   - folder: The folder to create.
  ///   - staging: The staging area of this process, on the file system of `folder`. The temporary
  ///     file that tests how the file system compares names is created here, because one that
  ///     cannot be removed must not become part of an installation.
  ///   - rawPath: The path for an artifact that is a single file, the program itself. The name of
  ///     the download cannot supply it, because it is the file's digest. Ignored for archives.
  ///   - begin: Called when unpacking starts, after any wait for other archives.
  /// - Throws: ``ArchiveError`` if the archive is rejected, the folder cannot be written, or the
  ///   task is canceled.
  func unpack(
    _ path: FilePath, _ format: ArchiveFormat, into folder: FilePath, staging: FilePath,
    naming rawPath: MemberPath? = nil, begin: @Sendable () -> Void = {}
  ) async throws(ArchiveError) -> UnpackedFile {
    try await archives.run { () async throws(ArchiveError) in
      if Task.isCancelled { throw .cancelled }
      begin()
      let foldsCase = try mappingToArchiveErrors { () throws(FileError) in
        try Directory.open(staging).foldsCase()
      }
      let directory = try mappingToArchiveErrors { () throws(FileError) in
        try folder.makeDirectory()
        return try Directory.open(folder)
      }
      var extraction = ArchiveExtraction(of: path, as: format, foldsCase: foldsCase)
      extraction.workers = workers
      let files = try await extraction.unpack(
        into: directory, placing: Self.placement(format, rawPath))
      return UnpackedFile(folder: folder, files: files)
    }
  }

  /// Returns the files and links that unpacking a verified file would create. Writes nothing.
  ///
  /// - Parameters:
  ///   - path: The verified file.
  ///   - format: The format of the file.
  ///   - rawPath: The path for an artifact that is a single file.
  /// - Throws: ``ArchiveError`` if the archive is rejected or cannot be read, or the task is
  ///   canceled.
  func examine(
    _ path: FilePath, _ format: ArchiveFormat, naming rawPath: MemberPath?
  ) async throws(ArchiveError) -> [ExtractedFile] {
    try await archives.run { () async throws(ArchiveError) in
      if Task.isCancelled { throw .cancelled }
      // Names that only the file system of an installation cannot tell apart were rejected when it
      // was made.
      var extraction = ArchiveExtraction(of: path, as: format, foldsCase: false)
      extraction.workers = workers
      return try await extraction.examine(placing: Self.placement(format, rawPath))
    }
  }

  /// Returns the function that places members: as the archive states, or a single file at
  /// `rawPath`.
  private static func placement(
    _ format: ArchiveFormat, _ rawPath: MemberPath?
  ) -> @Sendable (ArchiveMember) -> MemberPlacement? {
    let isSingleFile = format.isSingleFile
    return { member in
      guard isSingleFile, let rawPath else { return MemberPlacement(member) }
      return MemberPlacement(path: rawPath, isExecutable: true)
    }
  }
}
