internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import SourceKinds
internal import Vocabulary

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

  /// Unpacks a file of an installation into a new folder. If the prefetcher has unpacked it
  /// already, moves the contents there.
  ///
  /// - Parameters:
  ///   - fetched: The file.
  ///   - file: The specification of the file.
  ///   - planned: The installation, which problems name.
  ///   - folder: The folder to create.
  ///   - staging: The staging area of this process, on the file system of `folder`.
  ///   - begin: Called when unpacking starts.
  /// - Throws: ``Problem/artifact(_:)`` if the file is rejected, ``Problem/system(_:)`` if a system
  ///   call fails, or ``Problem/interrupted`` if the task is canceled.
  func unpack(
    _ fetched: FetchedFile, as file: InstallationSpecification.File,
    of planned: PlannedInstallation, into folder: FilePath, staging: FilePath,
    begin: @Sendable () -> Void
  ) async throws(Problem) -> [ExtractedFile] {
    if let unpacked = fetched.unpacked {
      try mappingFileErrors(try unpacked.folder.rename(to: folder))
      return unpacked.files
    }
    guard let format = ArchiveFormat(rawValue: file.format.text) else {
      throw planned.problem(
        .unknownFormat(file.format.text, known: ArchiveFormat.names), in: fetched.file)
    }
    do {
      return try await unpack(
        fetched.path, format, into: folder, staging: staging, naming: try? MemberPath(file.rawName),
        begin: begin
      ).files
    } catch {
      throw planned.problem(error, in: fetched.file)
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
