internal import Archives
package import Diagnostics
package import Filesystem
internal import Versions
internal import Vocabulary

/// A release that is unpacked and whose programs run on this machine.
package struct StagedRelease: Sendable {
  package let files: ProgramFiles

  /// Downloads and unpacks a release.
  ///
  /// - Parameters:
  ///   - release: The release.
  ///   - repository: The repository with its archive.
  ///   - staging: The folder to work in.
  ///   - environment: The environment in which the new program is tested.
  ///   - progress: Receives the number of bytes downloaded so far, on another thread.
  /// - Throws: ``ReleaseProblem`` if there is no archive for this platform, or its programs do not
  ///   run here, or ``Problem`` if it cannot be fetched or unpacked.
  package init(
    _ release: ProgramRelease, from repository: ReleaseRepository, in staging: FilePath,
    environment: Environment, progress: @escaping @Sendable (Int) -> Void
  ) async throws(Problem) {
    let version = release.version.spelling
    guard let archive = release.archives[Platform.current.rawValue] else {
      throw .release(
        .noArchive(
          version: version, platform: Platform.current.rawValue,
          platforms: release.archives.keys.sorted()))
    }
    let file = staging.appending("archive")
    try await repository.download(release, archive, to: file, progress: progress)
    let folder = staging.appending("release")
    do {
      try await Self.unpack(file, into: folder)
    } catch {
      switch error {
      case .file(let error): throw Problem(error)
      case .cancelled: throw .interrupted
      default:
        guard let fault = error.fault else { throw .interrupted }
        throw .artifact(
          ArtifactProblem(
            tool: .bootstrap, version: version, url: repository.address(of: release),
            fault: .archive(fault)))
      }
    }
    files = ProgramFiles(in: folder.appending(release.archiveName(for: .current)))
    let missing = try mappingFileErrors(try files.firstMissing())
    if let missing {
      throw .release(.incomplete(version: version, file: missing))
    }
    guard files.version(environment) == version else {
      throw .release(.doesNotRun(version: version))
    }
  }

  private static func unpack(
    _ archive: FilePath, into folder: FilePath
  ) async throws(ArchiveError) {
    let directory = try mappingToArchiveErrors { () throws(FileError) in
      try folder.makeDirectory()
      return try Directory.open(folder)
    }
    let foldsCase = try mappingToArchiveErrors { () throws(FileError) in try directory.foldsCase() }
    _ = try await ArchiveExtraction(of: archive, as: .tarXZ, foldsCase: foldsCase)
      .unpack(into: directory) { MemberPlacement($0) }
  }
}
