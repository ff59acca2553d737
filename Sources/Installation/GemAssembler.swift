internal import Archives
internal import Builds
internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Layout
internal import Manifests
internal import Projects
internal import Versions
internal import Vocabulary

/// Assembles an installation from gems. The artifact is the tool's own gem, and the parts are all
/// gems that it needs.
///
/// The files of the gems are unpacked here. The Ruby that will run them then writes their
/// specifications and builds native extensions, in the sandbox of builds.
///
/// ```
/// <installation>.build/opened/<number>/     the entries of a gem
/// <installation>.build/source/              the descriptions of the gems, and the script
/// <installation>/content/gems/<gem>/        the files of each gem
/// <installation>/content/specifications/    the descriptions, as RubyGems reads them
/// <installation>/content/extensions/        what was built
/// <installation>/content/bin/               the programs (``GemProgram``)
/// ```
///
/// Apart from `bin` and intermediate files of builds, `content` equals what `gem install` creates
/// in an empty gem folder. Debug information that names the build folder is removed from libraries.
struct GemAssembler: Assembler {
  let root: Root
  let unpacker: Unpacker
  let settings: BuildSettings
  let observe: @Sendable (InstallEvent) -> Void

  func assemble(
    _ fetched: FetchedInstallation, in staging: FilePath
  ) async throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let ruby = try await BlockingThread.result { [root, settings] () throws(Problem) in
      try RubyProgram(for: planned, in: root, system: settings.systemRuby)
    }
    guard GemProgram.firstLine(ruby.interface).utf8.count <= GemProgram.maximumLineLength,
      !ruby.interface.program.utf8.contains(where: { $0 <= 0x20 })
    else { throw planned.problem(.unsuitableRoot(path: root.path.string)) }
    let folder = staging.appending(planned.stagingName)
    let area = staging.appending("\(planned.stagingName).build")
    let content = folder.appending(Receipt.contentName)
    try mappingFileErrors { () throws(FileError) in
      for path in ["opened", "source", "source/metadata", "parts"] {
        try area.appending(path).makeDirectories()
      }
      for path in [content.appending("gems"), folder.appending(InstallationContents.binName)] {
        try path.makeDirectories()
      }
    }
    observe(.unpacking(title: planned.title))
    let gems = try await unpack(fetched, area.appending("opened"), into: content, staging: staging)
    try Self.check(ruby, for: gems, of: planned)
    try await complete(gems, of: planned, with: ruby, in: area, content)
    let staged = try await BlockingThread.result { () throws(Problem) in
      try stage(fetched, gems, ruby.interface, in: folder)
    }
    try? root.buildLog(of: planned.installed).removeFile()
    try? area.removeTree()
    observe(.staged(title: planned.title))
    return staged
  }

  /// Checks that every gem supports a Ruby and its RubyGems. A lock cannot ensure this for the
  /// system's Ruby, which differs between machines.
  private static func check(
    _ ruby: RubyProgram, for gems: [OpenedGem], of planned: PlannedInstallation
  ) throws(Problem) {
    for gem in gems {
      for (part, needed, found) in [
        (UnsuitableRuby.Part.ruby, gem.metadata.ruby, ruby.version),
        (.rubygems, gem.metadata.rubygems, ruby.rubygems),
      ] {
        guard let version = try? Version(parsing: found, scheme: .rubygems),
          let admitted = try? needed.admits(version), !admitted
        else { continue }
        throw planned.problem(
          .otherRuby(
            UnsuitableRuby(
              path: ruby.interface.program, version: ruby.version, isOfSystem: ruby.isOfSystem,
              gem: gem.title, needs: "\(needed)", of: part, found: found)))
      }
    }
  }

  /// Unpacks all gems in parallel, and returns them in the order of the files.
  private func unpack(
    _ fetched: FetchedInstallation, _ opened: FilePath, into content: FilePath, staging: FilePath
  ) async throws(Problem) -> [OpenedGem] {
    let results = await withTaskGroup(of: (Int, Result<OpenedGem, Problem>).self) { group in
      for (index, file) in fetched.files.enumerated() {
        group.addTask {
          do throws(Problem) {
            let gem = try await unpack(
              file, of: fetched.planned, opened.appending("\(index)"), into: content,
              staging: staging)
            return (index, .success(gem))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      var results: [(Int, Result<OpenedGem, Problem>)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }
    }
    var gems: [OpenedGem] = []
    for (_, result) in results { gems.append(try result.get()) }
    return gems
  }

  /// Unpacks a gem into `gems`, and checks that it is the one that the lock states.
  private func unpack(
    _ fetched: FetchedFile, of planned: PlannedInstallation, _ opened: FilePath,
    into content: FilePath, staging: FilePath
  ) async throws(Problem) -> OpenedGem {
    let part = planned.parts.first { $0.name == fetched.file.part }
    let name = part?.name.text ?? planned.declaration["package"] ?? planned.tool.text
    let version = part?.version.text ?? planned.version.text
    let entries = try await files(
      of: fetched.path, .tar, in: fetched.file, into: opened, of: planned, staging: staging)
    let texts = try mappingFileErrors(try OpenedGem.texts(of: entries, in: opened))
    var gem: OpenedGem
    do throws(GemFault) {
      gem = try OpenedGem(entries, texts, in: opened)
      try gem.check(name, version, of: planned)
    } catch {
      throw planned.problem(.gem("\(name) \(version)", error), in: fetched.file)
    }
    let folder = content.appending("gems").appending(gem.fullName)
    gem.files = try await files(
      of: gem.data, .tarGzip, in: fetched.file, into: folder, of: planned, staging: staging)
    try mappingFileErrors { () throws(FileError) in
      // RubyGems makes them executable, too.
      for name in gem.metadata.executables {
        let program = folder.appending(gem.metadata.bindir).appending(name)
        if try program.linkStatus()?.kind == .file { try program.setPermissions(0o755) }
      }
    }
    if part == nil { try checkExecutables(of: gem, in: folder, planned) }
    return gem
  }

  /// Checks that the executables of the tool's own gem exist. RubyGems does not check this, so the
  /// programs would fail at run time.
  private func checkExecutables(
    of gem: OpenedGem, in folder: FilePath, _ planned: PlannedInstallation
  ) throws(Problem) {
    for name in planned.provides {
      let path = "\(gem.metadata.bindir)/\(name)"
      let status = try mappingFileErrors { () throws(FileError) in
        try folder.appending(path).status()
      }
      if status?.kind != .file {
        throw planned.problem(.gem(gem.title, .missingExecutable(path: path)))
      }
    }
  }

  /// Unpacks a file of the installation, or an archive inside the file.
  private func files(
    of archive: FilePath, _ format: ArchiveFormat, in file: PlannedFile, into folder: FilePath,
    of planned: PlannedInstallation, staging: FilePath
  ) async throws(Problem) -> [ExtractedFile] {
    do {
      return try await unpacker.unpack(archive, format, into: folder, staging: staging).files
    } catch {
      throw planned.problem(error, in: file)
    }
  }
}

extension OpenedGem {
  /// Checks that the gem is the one that a lock states, and that the lock lists it if installing it
  /// runs code.
  ///
  /// - Throws: ``GemFault`` if not.
  fileprivate func check(
    _ name: String, _ version: String, of planned: PlannedInstallation
  ) throws(GemFault) {
    guard metadata.name.text == name, metadata.version == version else { throw .otherGem(title) }
    guard metadata.platform.matches(planned.artifact.platform) else {
      throw .otherPlatform(metadata.platform.text)
    }
    if metadata.hasExtensions, !planned.extensions.contains(where: { $0.text == name }) {
      throw .unlistedExtension
    }
  }
}
