internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Vocabulary

/// Assembles an installation by unpacking each of its files into a separate folder:
///
/// ```
/// content/       the artifact's contents, unchanged except for modes
/// parts/<name>/  the contents of each part
/// bin/<name>     links to the artifact's executables
/// .receipt       the receipt, which lists all files and links
/// ```
struct UnpackAssembler: Assembler {
  let unpacker: Unpacker
  let catalog: SourceCatalog
  let observe: @Sendable (InstallEvent) -> Void

  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let folder = staging.appending(planned.stagingName)
    try mappingFileErrors { () throws(FileError) in
      try folder.makeDirectory()
      try folder.appending(InstallationContents.binName).makeDirectory()
    }
    let specification = InstallationSpecification(planned)
    var unpacked: [InstallationContents.Unpacked] = []
    for (fetched, file) in zip(fetched.files, specification.files) {
      let members = try await unpack(
        fetched, as: file, of: planned, in: folder, staging: staging)
      unpacked.append(.init(folder: file.folder, size: fetched.file.size, members: members))
    }
    let all = unpacked
    let listsAll =
      planned.declaration.executables == nil
      && catalog[planned.declaration.source]?.findsExecutables == true
    let staged = try await BlockingThread.result { () throws(Problem) in
      try Self.finish(folder, planned, specification, all, listsAll: listsAll)
    }
    observe(.staged(title: planned.title))
    return staged
  }

  /// Unpacks a file into its new folder in `installation`, or moves the contents there if the
  /// prefetcher has already unpacked the file. Returns the unpacked files.
  private func unpack(
    _ fetched: FetchedFile, as file: InstallationSpecification.File,
    of planned: PlannedInstallation, in installation: FilePath, staging: FilePath
  ) async throws(Problem) -> [ExtractedFile] {
    let place = installation.appending(file.folder)
    if fetched.file.part != nil {
      try mappingFileErrors(try place.parentDirectory.makeDirectories())
    }
    if let unpacked = fetched.unpacked {
      try mappingFileErrors(try unpacked.folder.rename(to: place))
      return unpacked.files
    }
    guard let format = ArchiveFormat(rawValue: file.format.text) else {
      throw planned.problem(.unknownFormat(file.format.text, known: ArchiveFormat.names))
    }
    do {
      return try await unpacker.unpack(
        fetched.path, format, into: place, staging: staging,
        naming: try? MemberPath(file.rawName)
      ) { [observe] in observe(.unpacking(title: planned.title)) }.files
    } catch {
      throw planned.problem(error)
    }
  }

  /// Makes the executables of an unpacked installation runnable, creates the links in `bin/` and
  /// the receipt, and returns the complete installation.
  ///
  /// - Parameter listsAll: Whether the plan must list all executables that the artifact provides.
  private static func finish(
    _ folder: FilePath, _ planned: PlannedInstallation, _ specification: InstallationSpecification,
    _ unpacked: [InstallationContents.Unpacked], listsAll: Bool
  ) throws(Problem) -> StagedInstallation {
    let content = folder.appending(Receipt.contentName)
    let contents = try mappingFileErrors { () throws(FileError) in
      try InstallationContents(of: specification, unpacked) {
        (path, byteCount) throws(FileError) in
        try content.appending(path).bytes(0..<byteCount)
      }
    }
    if let fault = contents.fault ?? (listsAll ? contents.surplusFault : nil) {
      throw planned.problem(fault)
    }
    let receipt = contents.receipt
    try mappingFileErrors { () throws(FileError) in
      for path in contents.runnable { try content.appending(path).setPermissions(0o755) }
      for link in receipt.links where link.path.hasPrefix("\(InstallationContents.binName)/") {
        try folder.appending(link.path).makeLink(to: FilePath(link.target))
      }
      // Not synced here, because the placement syncs all staged installations at once.
      let file = folder.appending(Receipt.fileName)
      try file.replaceContents(with: receipt.text, isDurable: false)
      // Nobody has run the installation yet. Where the file system lets nobody set times, it counts
      // as used when it was made.
      do throws(FileError) {
        try file.setModified(secondsSince1970: 0)
      } catch  where error.code == FileError.notPermitted {}
    }
    return StagedInstallation(folder: folder, receipt: receipt)
  }
}
