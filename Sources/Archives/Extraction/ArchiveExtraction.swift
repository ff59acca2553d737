package import Filesystem

/// Unpacks an archive below a directory.
///
/// Every name is checked, nothing that exists is followed or replaced, and no member is written with more than "may be run" of its
/// mode. Whether the archive is the right one is known before, by its digest; what is checked here is whether it is harmless.
package struct ArchiveExtraction: Sendable {
  package let archive: FilePath
  package let format: ArchiveFormat
  /// Whether the directory takes names that differ only in case for the same (`Directory.foldsCase`).
  package let foldsCase: Bool
  package var limits = ArchiveLimits()
  /// Who unpacks. Members of a zip are unpacked at once; other formats can only be read from start to end.
  package var workers = WorkerPool(threads: 1)

  package init(of archive: FilePath, as format: ArchiveFormat, foldsCase: Bool) {
    self.archive = archive
    self.format = format
    self.foldsCase = foldsCase
  }

  /// Unpacks, and returns what was made, sorted by path; directories are not listed.
  ///
  /// After an error, and when the task was cancelled, what was made until then is still there: it is for the caller to remove the
  /// whole directory. Nothing waits for the disk.
  /// - Parameters:
  ///   - progress: gets the size of each member as it is done, from any thread.
  ///   - place: where a member goes. nil leaves it packed.
  package func unpack(
    into directory: borrowing Directory,
    progress: @escaping @Sendable (Int) -> Void = { _ in },
    placing place: @escaping @Sendable (ArchiveMember) -> MemberPlacement?
  ) async throws(ArchiveError) -> [ExtractedFile] {
    let root: OpenDirectory
    do throws(FileError) {
      root = OpenDirectory(try directory.duplicate())
    } catch {
      throw .file(error)
    }
    let run = ExtractionRun(root: root, limits: limits, progress: progress, place: place)
    let result: Result<[ExtractedFile], ArchiveError> = await withTaskCancellationHandler {
      do throws(ArchiveError) {
        return .success(try await unpack(run))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      run.cancel()
    }
    // What failed while it was stopped is not the reason.
    if Task.isCancelled { throw .cancelled }
    return try result.get().sorted { $0.path < $1.path }
  }

  private func unpack(_ run: ExtractionRun) async throws(ArchiveError) -> [ExtractedFile] {
    let (archive, format, foldsCase) = (archive, format, foldsCase)
    // What cannot be read says so when it is unpacked.
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
    case .raw:
      return try await workers.result(size: size) { () throws(ArchiveError) in
        try RawExtraction(archive: archive, run: run).unpack()
      }
    }
  }
}
