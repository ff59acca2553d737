internal import Archives
internal import Filesystem
internal import Transport

/// The files of an archive, with the first bytes of those that may be programs.
struct ArchiveContents: Sendable {
  let layout: ArchiveLayout
  /// The first ``WheelLayout/headSize`` bytes of the inspected members, by path.
  let heads: [String: [UInt8]]

  /// The maximum number of members to inspect on a server, each with a request.
  private static let maximumRequestCount = 32

  /// Reads the central directory of a zip and the members to inspect. Returns `nil` if that
  /// requires so many bytes or requests that the whole file should be read instead.
  ///
  /// - Throws: ``SourceError`` if a request fails or the file is not a valid zip.
  init?(
    zip bytes: ArtifactBytes, at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) {
    let files = try await bytes.zipEntries(at: address, subject).filter { $0.kind == .file }
    layout = ArchiveLayout(
      members: files.map { entry in
        ArchiveFile(
          path: entry.path.text, isExecutable: entry.isExecutable, size: entry.size,
          checksum: entry.checksum)
      })
    let wanted = layout.membersToInspect
    if wanted.count > Self.maximumRequestCount
      || wanted.contains(where: { $0.size > WheelLayout.maximumScriptSize })
    {
      return nil
    }
    let paths = Set(wanted.map(\.path))
    var heads: [String: [UInt8]] = [:]
    for entry in files where paths.contains(entry.path.text) {
      let contents = try await bytes.contents(
        of: entry, limit: WheelLayout.maximumScriptSize, at: address, subject)
      heads[entry.path.text] = Array(contents.prefix(WheelLayout.headSize))
    }
    self.heads = heads
  }

  /// Reads a whole archive.
  ///
  /// - Parameter address: The address from which the archive was downloaded, for messages.
  /// - Throws: ``SourceError`` if the archive cannot be read or is invalid.
  init(
    file: FilePath, _ format: ArchiveFormat, at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) {
    let members: [ExtractedFile]
    do {
      members = try await ArchiveExtraction(of: file, as: format, foldsCase: false)
        .examine(keeping: WheelLayout.headSize) { MemberPlacement($0) }
    } catch {
      throw subject.error(error, at: address)
    }
    let artifact = ArtifactMembers(members)
    let files = artifact.files
    layout = ArchiveLayout(members: files)
    heads = Dictionary(
      layout.membersToInspect.map { ($0.path, artifact.file(at: $0.path)?.head ?? []) }
    ) { first, _ in first }
  }
}
