internal import Archives
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import ToolSources
internal import Transport

/// The step between bytes and a program: an installation stands whole in the staging folder, its receipt beside it.
///
/// ```
/// content/    what the artifact holds, as it holds it
/// bin/<name>  links to its executables
/// .receipt
/// ```
struct Unpack: Sendable {
  private let planned: PlannedInstallation
  private let folder: FilePath

  init(_ planned: PlannedInstallation, staging: FilePath) {
    self.planned = planned
    folder = staging.appending(planned.stagingName)
  }

  /// - Parameter artifact: the verified file.
  func run(_ artifact: FilePath, on workers: Workers) async throws(Problem) -> Place.Staged {
    let format = try format
    let unpacked = UnpackedArtifact(artifact, format, in: folder)
    let files: [ExtractedFile]
    do throws(ArchiveError) {
      files = try await unpacked.extract(
        on: workers, naming: try? MemberPath(planned.provides.first?.text ?? planned.tool.text))
    } catch {
      throw planned.problem(error)
    }
    return try finish(files)
  }

  /// The same where the artifact was unpacked already, into another folder of the same staging folder.
  func run(unpacked: FilePath, _ files: [ExtractedFile]) throws(Problem) -> Place.Staged {
    try onDisk { () throws(FileError) in try unpacked.rename(to: folder) }
    return try finish(files)
  }

  private var format: ArchiveFormat {
    get throws(Problem) {
      if let format = ArchiveFormat(rawValue: planned.artifact.format.text) { return format }
      throw planned.problem(
        .unreadable(
          reason: "its format `\(planned.artifact.format)` is none that this bootstrap unpacks"))
    }
  }

  /// The executables by the rule of the tool's source: the one that wrote the lock's `provides`.
  private func executables(
    in files: [ExtractedFile]
  ) throws(Problem) -> [ProvidedExecutable] {
    let members = files.compactMap(ArchiveMember.init)
    let content = folder.appending(Receipt.contentName)
    let layout = ArtifactLayout(
      format: planned.artifact.format, provides: planned.provides, declaration: planned.declaration)
    let found = try onDisk { () throws(FileError) in
      try layout.executables(in: members) { (path, byteCount) throws(FileError) in
        try content.appending(path).bytes(0..<byteCount)
      }
    }
    if found.isEmpty { throw planned.problem(.missingExecutables(planned.provides.map(\.text))) }
    return found
  }

  private func finish(_ extracted: [ExtractedFile]) throws(Problem) -> Place.Staged {
    let executables = try executables(in: extracted)
    let runnable = Set(executables.map(\.path))
    var files: [Receipt.File] = []
    var links: [Receipt.Link] = []
    for file in extracted {
      let path = "\(Receipt.contentName)/\(file.path)"
      switch file.kind {
      case .file(let isExecutable):
        let mode: UInt16 = isExecutable || runnable.contains(file.path.text) ? 0o755 : 0o644
        files.append(.init(path: path, mode: mode, size: file.size, digest: file.digest))
      case .link(let target):
        links.append(.init(path: path, target: target))
      }
    }
    for executable in executables {
      let target = "../\(Receipt.contentName)/\(executable.path)"
      links.append(.init(path: "bin/\(executable.name)", target: target))
    }
    let receipt = Receipt(
      tool: planned.tool, version: planned.version, id: planned.id,
      source: planned.declaration.source, platform: planned.artifact.platform,
      format: planned.artifact.format, digest: planned.artifact.digest, size: planned.artifact.size,
      executables: executables.compactMap { executable in
        ExecutableName(executable.name).map {
          .init(name: $0, path: "\(Receipt.contentName)/\(executable.path)")
        }
      },
      files: files, links: links)
    try onDisk { () throws(FileError) in
      for path in runnable {
        try folder.appending(Receipt.contentName).appending(path).setPermissions(0o755)
      }
      for link in links where link.path.hasPrefix("bin/") {
        try folder.appending(link.path).makeLink(to: FilePath(link.target))
      }
      // Not synced here: one sync of the file system covers all that is staged.
      try folder.appending(Receipt.fileName).replaceContents(with: receipt.text, isDurable: false)
    }
    return Place.Staged(folder: folder, receipt: receipt)
  }
}

extension ArchiveMember {
  /// nil for a link: only files are looked at for executables.
  fileprivate init?(_ file: ExtractedFile) {
    guard case .file(let isExecutable) = file.kind else { return nil }
    self.init(
      path: file.path.text, isExecutable: isExecutable, size: file.size,
      checksum: file.checksum ?? file.digest.leading32Bits)
  }
}
