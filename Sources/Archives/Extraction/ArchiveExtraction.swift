package import Filesystem

/// Unpacks an archive into a directory, or determines what unpacking would create.
///
/// Every name is checked, existing entries are neither followed nor replaced, and the executable
/// bit is the only part of a mode that is kept. The caller has already verified the digest of the
/// archive. The checks here ensure that even a malicious archive can do no harm.
package struct ArchiveExtraction: Sendable {
  /// The path of the archive.
  package let archive: FilePath
  package let format: ArchiveFormat
  /// Whether the directory treats names that differ only in case as the same
  /// (`Directory.foldsCase`).
  package let foldsCase: Bool
  package var limits = ArchiveLimits()
  /// The threads that unpack. Zip members are unpacked in parallel. Other formats can only be
  /// read in sequence.
  package var workers = WorkerPool(threads: 1)

  /// Creates an extraction with default limits that runs on a single thread.
  package init(of archive: FilePath, as format: ArchiveFormat, foldsCase: Bool) {
    self.archive = archive
    self.format = format
    self.foldsCase = foldsCase
  }

  /// Unpacks the archive and returns the created files and links, sorted by path. Directories are
  /// not listed.
  ///
  /// After an error or cancellation, everything created so far remains; the caller must remove
  /// the directory. Nothing is synced.
  ///
  /// - Parameters:
  ///   - directory: The directory to unpack into.
  ///   - progress: Receives the size of each completed member, on any thread.
  ///   - place: Returns the path and executable bit to unpack a member with, or `nil` to skip
  ///     the member.
  /// - Throws: ``ArchiveError`` if the archive or a member is rejected, a file operation fails, or
  ///   the task is canceled.
  package func unpack(
    into directory: borrowing Directory,
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    placing place: @escaping @Sendable (ArchiveMember) -> MemberPlacement?
  ) async throws(ArchiveError) -> [ExtractedFile] {
    let root = OpenDirectory(try onFile(try directory.duplicate()))
    return try await files(
      of: ExtractionRun(root: root, limits: limits, progress: progress, place: place))
  }

  /// Reads the whole archive and returns the files and links that unpacking would create, sorted
  /// by path. Writes nothing.
  ///
  /// Unlike unpacking, this computes the digest of every file, even if a wheel's record states one
  /// (see ``ExtractedFile/actualDigest``).
  ///
  /// - Parameters:
  ///   - headSize: The number of bytes at the start of each file to keep
  ///     (``ExtractedFile/head``).
  ///   - place: Returns the path and executable bit of a member, or `nil` to skip the member.
  /// - Throws: ``ArchiveError`` if the archive or a member is rejected or cannot be read, or the
  ///   task is canceled.
  package func examine(
    keeping headSize: Int = 0,
    placing place: @escaping @Sendable (ArchiveMember) -> MemberPlacement?
  ) async throws(ArchiveError) -> [ExtractedFile] {
    try await files(
      of: ExtractionRun(
        root: nil, limits: limits, headSize: headSize, progress: { _ in }, place: place))
  }

  /// Carries out an extraction and returns the files and links, sorted by path.
  private func files(of run: ExtractionRun) async throws(ArchiveError) -> [ExtractedFile] {
    let result: Result<[ExtractedFile], ArchiveError> = await withTaskCancellationHandler {
      do throws(ArchiveError) {
        return .success(try await unpack(run))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      run.cancel()
    }
    // Errors after a cancellation are only its consequence.
    if Task.isCancelled { throw .cancelled }
    return try result.get().sorted { $0.path < $1.path }
  }

  /// Unpacks the archive with the code for its format.
  private func unpack(_ run: ExtractionRun) async throws(ArchiveError) -> [ExtractedFile] {
    let (archive, format, foldsCase) = (archive, format, foldsCase)
    // The size determines only the order of the work, so an unreadable file may count as empty.
    // Unpacking then reports the error.
    var size: Int { (try? archive.status())?.size ?? 0 }
    switch format {
    case .wheel, .zip:
      return try await ZipExtraction(
        archive: archive, isWheel: format == .wheel, foldsCase: foldsCase, run: run
      ).unpack(on: workers)
    case .tar, .tarGzip, .tarXZ, .tarZstandard, .tarBzip2:
      return try await workers.result(size: size) { () throws(ArchiveError) in
        try TarExtraction(archive: archive, format: format, foldsCase: foldsCase, run: run).unpack()
      }
    case .raw, .gzip, .xz, .zstandard, .bzip2:
      return try await workers.result(size: size) { () throws(ArchiveError) in
        try FileExtraction(archive: archive, format: format, run: run).unpack()
      }
    }
  }
}
