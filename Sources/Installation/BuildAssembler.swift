internal import Archives
internal import Builds
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects
internal import Vocabulary

/// Assembles an installation by building it from its artifact, a source archive.
///
/// The programs are configured for their final path, but are installed below a folder in the
/// staging area, as packagers do with `DESTDIR`. Programs with compiled-in paths therefore work,
/// and the installation still becomes visible by one rename.
///
/// ```
/// <installation>.build/source/    the unpacked archive
/// <installation>.build/destdir/   what the steps install, at its final path below this folder
/// <installation>.build/work/      the home folder and the temporary files of the steps
/// <installation>/content/         what the steps have installed
/// ```
struct BuildAssembler: Assembler {
  let root: Root
  let unpacker: Unpacker
  let steps: [String]
  let settings: BuildSettings
  let observe: @Sendable (InstallEvent) -> Void

  /// The time that all files of a source have, and that builds put into what they make: the start
  /// of 1980 in UTC, which zip archives can state.
  ///
  /// Files are unpacked in any order. If one that was generated were older than its source, `make`
  /// would generate it again, with programs that only developers have.
  private static let sourceDate: Int64 = 315_532_800

  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let prefix = root.prefix(of: planned.installed)
    try checkPath(prefix, planned)
    let area = staging.appending("\(planned.stagingName).build")
    let folders = SourceBuild.Folders(
      source: try await source(of: fetched, in: area, staging: staging),
      destination: area.appending("destdir"), work: area.appending("work"), prefix: prefix)
    try mappingFileErrors(try folders.destination.makeDirectory())
    try await build(planned, folders)
    let staged = try await BlockingThread.result { () throws(Problem) in
      try stage(fetched, folders, in: staging.appending(planned.stagingName))
    }
    // The sources of a large program take more room than the program.
    try? area.removeTree()
    observe(.staged(title: planned.title))
    return staged
  }

  /// Checks that the path means itself in a shell and in a makefile.
  private func checkPath(
    _ path: FilePath, _ planned: PlannedInstallation
  ) throws(Problem) {
    let isSuitable = path.bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._+-@".utf8.contains(byte)
      }
    }
    if !isSuitable { throw planned.problem(.unsuitableRoot(path: root.path.string)) }
  }

  /// Unpacks the source and returns the working folder of the steps: the only folder at the top of
  /// the archive, or, if there is anything beside it, the folder with everything.
  private func source(
    of fetched: FetchedInstallation, in area: FilePath, staging: FilePath
  ) async throws(Problem) -> FilePath {
    let planned = fetched.planned
    let folder = area.appending("source")
    try mappingFileErrors(try area.makeDirectory(permissions: 0o700))
    guard let file = fetched.files.first,
      let format = ArchiveFormat(rawValue: planned.artifact.format.text)
    else {
      throw planned.problem(
        .unknownFormat(planned.artifact.format.text, known: ArchiveFormat.names))
    }
    let files: [ExtractedFile]
    if let unpacked = file.unpacked {
      try mappingFileErrors(try unpacked.folder.rename(to: folder))
      files = unpacked.files
    } else {
      do {
        files = try await unpacker.unpack(file.path, format, into: folder, staging: staging) {
          [observe] in observe(.unpacking(title: planned.title))
        }.files
      } catch {
        throw planned.problem(error)
      }
    }
    return try await BlockingThread.mappingFileErrors { () throws(FileError) in
      for file in files where file.isFile {
        try folder.appending(file.path.text).setModified(secondsSince1970: Self.sourceDate)
      }
      let names = try Directory.open(folder).entries()
      guard names.count == 1, let status = try folder.appending(names[0]).linkStatus(),
        status.kind == .directory
      else { return folder }
      return folder.appending(names[0])
    }
  }

  /// Runs the steps. The log of a build that succeeds is removed.
  private func build(
    _ planned: PlannedInstallation, _ folders: SourceBuild.Folders
  ) async throws(Problem) {
    let log = root.logs.appending(
      "\(planned.tool)-\(planned.version)-\(planned.id.abbreviated).log")
    try mappingFileErrors { () throws(FileError) in
      try root.logs.makeDirectories()
      try log.removeFile()
    }
    let build = SourceBuild(
      steps: steps, version: planned.version.text, folders: folders, log: log, jobs: settings.jobs,
      sourceDate: Self.sourceDate, timeLimit: BuildSettings.timeLimit, launcher: settings.launcher)
    let title = planned.title
    do {
      try await build.run { [observe] event in
        switch event {
        case .step(let number, let count, let command):
          observe(.building(title: title, number: number, count: count, command: command))
        case .output(let line): observe(.buildOutput(title: title, line: line))
        case .notRestricted(let restrictions): observe(.unrestrictedBuild(restrictions))
        }
      }
    } catch {
      throw planned.problem(error)
    }
    try? log.removeFile()
  }

  /// Moves what the steps have installed to its place in the installation, and completes it.
  private func stage(
    _ fetched: FetchedInstallation, _ folders: SourceBuild.Folders, in folder: FilePath
  ) throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let built = folders.destination.appending(FilePath(bytes: folders.prefix.bytes.dropFirst()))
    let content = folder.appending(Receipt.contentName)
    let isBuilt = built.isDirectory
    if isBuilt {
      try mappingFileErrors { () throws(FileError) in
        try folder.makeDirectory()
        try folder.appending(InstallationContents.binName).makeDirectory()
        try built.rename(to: content)
      }
    }
    let others = try mappingFileErrors(try Self.files(below: folders.destination))
    if !isBuilt { throw planned.problem(.nothingInstalled(elsewhere: others)) }
    if !others.isEmpty { throw planned.problem(.outsidePrefix(others)) }
    let tree: BuiltTree
    do {
      tree = try BuiltTree(in: content, installedAt: folders.prefix)
    } catch {
      switch error {
      case .fault(let fault): throw planned.problem(fault)
      case .file(let error): throw Problem(error)
      }
    }
    let unpacked = InstallationContents.Unpacked(
      folder: Receipt.contentName, size: planned.artifact.size, members: tree.files)
    return try StagedInstallation(
      completing: folder, of: planned, InstallationSpecification(planned, in: root), [unpacked],
      listsAll: false)
  }

  /// The maximum number of files that a message lists.
  private static let maximumListedFiles = 5

  /// Returns the paths of some files below a folder, with a slash before each.
  private static func files(
    below folder: FilePath, at path: FilePath = "/"
  ) throws(FileError) -> [String] {
    var found: [String] = []
    for name in try Directory.open(folder).entries() where found.count < maximumListedFiles {
      let (entry, here) = (folder.appending(name), path.appending(name))
      if try entry.linkStatus()?.kind == .directory {
        found += try files(below: entry, at: here)
      } else {
        found.append(here.string)
      }
    }
    return Array(found.prefix(maximumListedFiles))
  }
}

extension ExtractedFile {
  /// Whether this is a file rather than a symbolic link.
  fileprivate var isFile: Bool { if case .file = kind { true } else { false } }
}
