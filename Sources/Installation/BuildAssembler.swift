internal import Archives
internal import Builds
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Projects
internal import Vocabulary

/// Assembles an installation by building it from its artifact, a source archive.
///
/// The steps configure the program for its final path, and install it into a folder of the staging
/// area, as packagers do with `DESTDIR`. So programs that contain their path work, and the
/// installation still becomes visible with a single rename.
///
/// ```
/// <installation>.build/source/     the unpacked archive
/// <installation>.build/parts/      the other archives, unpacked, and the patches
/// <installation>.build/destdir/    the folder into which the steps install
/// <installation>.build/scratch/    the home folder and the temporary files of the steps
/// <installation>/content/          the installed files, moved from `destdir`
/// ```
struct BuildAssembler: Assembler {
  let root: Root
  let unpacker: Unpacker
  let steps: [String]
  /// The folders of the installed tools that the steps may run.
  let tools: [FilePath]
  let settings: BuildSettings
  let observe: @Sendable (InstallEvent) -> Void

  /// The time of all source files, and the value of `SOURCE_DATE_EPOCH`: the start of 1980 in UTC,
  /// the earliest time that a zip archive can contain.
  ///
  /// Files are unpacked in any order. If a generated file were older than the files it was
  /// generated from, `make` would generate it again, with programs that only developers have.
  private static let sourceDate: Int64 = 315_532_800

  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let prefix = root.prefix(of: planned.installed)
    let area = staging.appending("\(planned.stagingName).build")
    let source = try await source(of: fetched, in: area, staging: staging)
    let folders = SourceBuild.Folders(
      source: source, parts: area.appending("parts"), destination: area.appending("destdir"),
      scratch: area.appending("scratch"), prefix: prefix)
    try mappingFileErrors { () throws(FileError) in
      try folders.parts.makeDirectory()
      try folders.destination.makeDirectory()
    }
    try await unpackParts(of: fetched, into: folders.parts, staging: staging)
    try await build(planned, folders)
    let staged = try await BlockingThread.result { () throws(Problem) in
      try stage(fetched, folders, in: staging.appending(planned.stagingName))
    }
    // Only the logs of failed builds are kept.
    try? root.buildLog(of: planned.installed).removeFile()
    // The sources are often larger than the program.
    try? area.removeTree()
    observe(.staged(title: planned.title))
    return staged
  }

  /// Unpacks the source and returns the folder in which the steps start.
  private func source(
    of fetched: FetchedInstallation, in area: FilePath, staging: FilePath
  ) async throws(Problem) -> FilePath {
    try mappingFileErrors(try area.makeDirectory(permissions: 0o700))
    let folder = area.appending("source")
    try await unpack(0, of: fetched, into: folder, staging: staging)
    return try mappingFileErrors(try Self.topFolder(of: folder))
  }

  /// Unpacks the other archives of a build, so that `$parts/NAME` is the top-level folder of each,
  /// and copies the patches.
  private func unpackParts(
    of fetched: FetchedInstallation, into parts: FilePath, staging: FilePath
  ) async throws(Problem) {
    for (index, part) in zip(1..., fetched.planned.parts) {
      let place = parts.appending(part.name.text)
      if part.format == .patch {
        try mappingFileErrors { () throws(FileError) in
          try fetched.files[index].path.copyFile(to: place)
        }
        continue
      }
      let folder = parts.appending(".\(part.name.text)")
      try await unpack(index, of: fetched, into: folder, staging: staging)
      try mappingFileErrors { () throws(FileError) in
        try Self.topFolder(of: folder).rename(to: place)
      }
    }
  }

  /// Unpacks a file of the build into a new folder. All files get the same time.
  private func unpack(
    _ index: Int, of fetched: FetchedInstallation, into folder: FilePath, staging: FilePath
  ) async throws(Problem) {
    let planned = fetched.planned
    let files = try await unpacker.unpack(
      fetched.files[index], as: InstallationSpecification(planned, in: root).files[index],
      of: planned, into: folder, staging: staging
    ) { [observe] in observe(.unpacking(title: planned.title)) }
    try await BlockingThread.mappingFileErrors { () throws(FileError) in
      for file in files where file.isFile {
        try folder.appending(file.path.text).setModified(secondsSince1970: Self.sourceDate)
      }
    }
  }

  /// Returns the top-level folder of an archive if it contains everything, or else the folder with
  /// all top-level entries.
  private static func topFolder(of folder: FilePath) throws(FileError) -> FilePath {
    let names = try Directory.open(folder).entries()
    guard names.count == 1, let status = try folder.appending(names[0]).linkStatus(),
      status.kind == .directory
    else { return folder }
    return folder.appending(names[0])
  }

  private func build(
    _ planned: PlannedInstallation, _ folders: SourceBuild.Folders
  ) async throws(Problem) {
    let log = root.buildLog(of: planned.installed)
    try mappingFileErrors { () throws(FileError) in
      try root.logs.makeDirectories()
      try log.removeFile()
    }
    let patches = planned.parts.filter { $0.format == .patch }.map(\.name)
    let build = SourceBuild(
      patches: patches, steps: steps, version: planned.version.text, folders: folders, tools: tools,
      log: log, jobs: settings.jobs, variables: settings.variables, sourceDate: Self.sourceDate,
      timeLimit: BuildSettings.timeLimit, launcher: settings.launcher)
    do {
      try await build.run { [observe] event in observe(.build(title: planned.title, event)) }
    } catch {
      switch error {
      case .patch(let patch, let step): throw planned.problem(.patch(patch, step), log: log)
      case .step(let step): throw planned.problem(.step(step), log: log)
      case .interrupted: throw .interrupted
      case .system(let error): throw Problem(error)
      }
    }
  }

  /// Moves the files that the steps have installed to the installation's folder, and completes it.
  private func stage(
    _ fetched: FetchedInstallation, _ folders: SourceBuild.Folders, in folder: FilePath
  ) throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let log = root.buildLog(of: planned.installed)
    let content = folder.appending(Receipt.contentName)
    let (isBuilt, others) = try mappingFileErrors { () throws(FileError) in
      try folder.makeDirectory()
      try folder.appending(InstallationContents.binName).makeDirectory()
      let built = try Self.installedFolder(folders)
      try built?.rename(to: content)
      return (built != nil, try Self.files(below: folders.destination))
    }
    if !isBuilt { throw planned.problem(.nothingInstalled(elsewhere: others), log: log) }
    if !others.isEmpty { throw planned.problem(.outsidePrefix(others), log: log) }
    let tree: BuiltTree
    do {
      tree = try BuiltTree(in: content, installedAt: folders.prefix)
    } catch {
      switch error {
      case .fault(let fault): throw planned.problem(fault, log: log)
      case .file(let error): throw Problem(error)
      }
    }
    let specification = InstallationSpecification(planned, in: root)
    // The receipt lists the parts, but nothing of them remains except what the steps made of them.
    let unpacked = zip(specification.files, fetched.files).enumerated().map { index, file in
      InstallationContents.Unpacked(
        folder: file.0.folder, size: file.1.file.size, members: index == 0 ? tree.files : [])
    }
    do {
      return try StagedInstallation(
        completing: folder, of: planned, specification, unpacked, listsAll: false)
    } catch {
      guard case .artifact(let problem) = error,
        case .missingExecutables(let missing, let files) = problem.fault
      else { throw error }
      throw planned.problem(.missingExecutables(missing.map(\.name), files: files), log: log)
    }
  }

  /// Returns the folder `$destdir$prefix`, or `nil` if the steps have not created it. A link on the
  /// path could lead to files of the user, so such a folder does not count.
  private static func installedFolder(
    _ folders: SourceBuild.Folders
  ) throws(FileError) -> FilePath? {
    let relative = FilePath(bytes: folders.prefix.bytes.dropFirst())
    let built = folders.destination.appending(relative)
    guard built.isDirectory else { return nil }
    let expected = try folders.destination.resolvingLinks().appending(relative)
    return try built.resolvingLinks() == expected ? built : nil
  }

  /// The maximum number of files that a message lists.
  private static let maximumListedFiles = 5

  /// Returns the absolute paths of some files, as if `folder` were the root folder.
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
