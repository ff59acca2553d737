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
  let root: Root
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
    let specification = InstallationSpecification(planned, in: root)
    var unpacked: [InstallationContents.Unpacked] = []
    for (fetched, file) in zip(fetched.files, specification.files) {
      let place = folder.appending(file.folder)
      if fetched.file.part != nil {
        try mappingFileErrors(try place.parentDirectory.makeDirectories())
      }
      let members = try await unpacker.unpack(
        fetched, as: file, of: planned, into: place, staging: staging
      ) { [observe] in observe(.unpacking(title: planned.title)) }
      unpacked.append(.init(folder: file.folder, size: fetched.file.size, members: members))
    }
    let all = unpacked
    let listsAll =
      planned.declaration.executables == nil
      && catalog[planned.declaration.source]?.findsExecutables == true
    let staged = try await BlockingThread.result { () throws(Problem) in
      try StagedInstallation(
        completing: folder, of: planned, specification, all, listsAll: listsAll)
    }
    observe(.staged(title: planned.title))
    return staged
  }
}
