internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import ToolSources

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
  let observe: @Sendable (InstallEvent) -> Void

  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let folder = staging.appending(planned.stagingName)
    try mappingFileErrors { () throws(FileError) in
      try folder.makeDirectory()
      try folder.appending("bin").makeDirectory()
    }
    var contents: [(file: PlannedFile, members: [ExtractedFile])] = []
    for fetched in fetched.files {
      let place = folder.appending(fetched.file.folder)
      contents.append((fetched.file, try await unpack(fetched, of: planned, to: place)))
    }
    let all = contents
    let staged = try await BlockingThread.result { () throws(Problem) in
      try UnpackedInstallation(planned: planned, folder: folder, contents: all).finished()
    }
    observe(.staged(title: planned.title))
    return staged
  }

  /// Unpacks a file into the new folder `place`, or moves the contents there if the prefetcher has
  /// already unpacked the file. Returns the unpacked files.
  private func unpack(
    _ fetched: FetchedFile, of planned: PlannedInstallation, to place: FilePath
  ) async throws(Problem) -> [ExtractedFile] {
    if fetched.file.part != nil {
      try mappingFileErrors { () throws(FileError) in try place.parentDirectory.makeDirectories() }
    }
    if let unpacked = fetched.unpacked {
      try mappingFileErrors { () throws(FileError) in try unpacked.folder.rename(to: place) }
      return unpacked.files
    }
    guard let format = ArchiveFormat(rawValue: fetched.file.format.text) else {
      throw planned.problem(.unknownFormat(fetched.file.format.text))
    }
    let rawName = fetched.file.part?.text ?? planned.provides.first?.text ?? planned.tool.text
    do throws(ArchiveError) {
      return try await unpacker.unpack(
        fetched.path, format, into: place, naming: try? MemberPath(rawName)
      ) { [observe] in observe(.unpacking(title: planned.title)) }.files
    } catch {
      throw planned.problem(error)
    }
  }
}

/// An unpacked installation that still lacks the links in `bin/` and the receipt.
private struct UnpackedInstallation: Sendable {
  let planned: PlannedInstallation
  let folder: FilePath
  /// The unpacked files of the artifact and then of each part.
  let contents: [(file: PlannedFile, members: [ExtractedFile])]

  /// Returns the executables of the artifact, as found by ``ArtifactLayout``.
  ///
  /// - Throws: ``Problem/artifact(_:)`` if the artifact lacks one of the names in `provides`.
  private func executables(
    in members: ArtifactMembers
  ) throws(Problem) -> [ProvidedExecutable] {
    let content = folder.appending(Receipt.contentName)
    let layout = ArtifactLayout(
      format: planned.artifact.format, provides: planned.provides, declaration: planned.declaration)
    let found = try mappingFileErrors { () throws(FileError) in
      try layout.executables(in: members.files) { (path, byteCount) throws(FileError) in
        try content.appending(path).bytes(0..<byteCount)
      }
    }
    let missing = Set(planned.provides.map(\.text)).subtracting(found.map(\.name)).sorted()
    if !missing.isEmpty { throw planned.problem(.missingExecutables(missing)) }
    return found
  }

  /// Makes the executables runnable, creates the links in `bin/` and the receipt, and returns the
  /// complete installation.
  func finished() throws(Problem) -> StagedInstallation {
    let artifact = ArtifactMembers(contents.first?.members ?? [])
    let executables = try executables(in: artifact)
    // An executable may be a link, whose file must be runnable.
    let runnable = Set(executables.compactMap { artifact.file(at: $0.path)?.path.text })
    var files: [Receipt.File] = []
    var links: [Receipt.Link] = []
    for (file, members) in contents {
      for member in members {
        let path = "\(file.folder)/\(member.path)"
        switch member.kind {
        case .file(let isExecutable):
          let isRunnable = file.part == nil && runnable.contains(member.path.text)
          files.append(
            .init(
              path: path, mode: isExecutable || isRunnable ? 0o755 : 0o644, size: member.size,
              digest: member.digest))
        case .link(let target): links.append(.init(path: path, target: target))
        }
      }
    }
    for executable in executables {
      let target = "../\(Receipt.contentName)/\(executable.path)"
      links.append(.init(path: "bin/\(executable.name)", target: target))
    }
    let declared = planned.declaration.executables(named: planned.provides)
    let declaredNames = Set(declared.filter { $0.path != nil }.map(\.name))
    let receipt = Receipt(
      tool: planned.tool, version: planned.version, id: planned.id,
      source: planned.declaration.source, platform: planned.artifact.platform,
      format: planned.artifact.format, digest: planned.artifact.digest, size: planned.artifact.size,
      parts: planned.parts.map(Receipt.Part.init),
      executables: executables.compactMap { executable in
        ExecutableName(executable.name).map {
          .init(
            name: $0, path: "\(Receipt.contentName)/\(executable.path)",
            isDeclared: declaredNames.contains($0))
        }
      },
      files: files, links: links)
    try mappingFileErrors { () throws(FileError) in
      for path in runnable {
        try folder.appending(Receipt.contentName).appending(path).setPermissions(0o755)
      }
      for link in links where link.path.hasPrefix("bin/") {
        try folder.appending(link.path).makeLink(to: FilePath(link.target))
      }
      // Not synced here, because the placement syncs all staged installations at once.
      try folder.appending(Receipt.fileName).replaceContents(with: receipt.text, isDurable: false)
    }
    return StagedInstallation(folder: folder, receipt: receipt)
  }
}
