internal import Archives
internal import Builds
internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Layout
internal import Projects
internal import Vocabulary

// The steps that run Ruby, and the last one.
extension GemAssembler {
  /// The time that programs record in what they build: the start of 1980 in UTC.
  private static let sourceDate: Int64 = 315_532_800

  /// Writes the specifications of the gems, and builds their native extensions.
  func complete(
    _ gems: [OpenedGem], of planned: PlannedInstallation, with ruby: RubyProgram, in area: FilePath,
    _ content: FilePath
  ) async throws(Problem) {
    let folders = SourceBuild.Folders(
      source: area.appending("source"), parts: area.appending("parts"), destination: content,
      scratch: area.appending("scratch"), prefix: root.prefix(of: planned.installed))
    let log = root.buildLog(of: planned.installed)
    try prepare(gems, in: folders.source, log)
    let native = Self.inOrder(gems).filter(\.metadata.hasExtensions)
    let build = build(of: planned, native, with: ruby, in: folders, log)
    do {
      try await build.run { [observe] event in
        if let event = event.ofExtension(among: native) {
          observe(.build(title: planned.title, event))
        }
      }
    } catch {
      switch error {
      case .patch(let patch, let step): throw planned.problem(.patch(patch, step), log: log)
      case .step(let step):
        if step.number == 1, let refused = planned.refusedGem(among: gems, step) { throw refused }
        let gem = native.gem(ofStep: step.number)?.title
        throw planned.problem(
          gem.map { .gemExtension(gem: $0, step) } ?? .step(step), log: log)
      case .interrupted: throw .interrupted
      case .system(let error): throw Problem(error)
      }
    }
  }

  /// Returns the build whose steps write the specifications and build the extensions of `native`.
  private func build(
    of planned: PlannedInstallation, _ native: [OpenedGem], with ruby: RubyProgram,
    in folders: SourceBuild.Folders, _ log: FilePath
  ) -> SourceBuild {
    let home = folders.destination.string
    return SourceBuild(
      steps: [GemScript.specifications] + native.map { GemScript.extensions(of: $0.fullName) },
      version: planned.version.text, folders: folders,
      // A Ruby's prefix may differ from the folder that contains its program.
      tools: planned.dependencies.map(root.folder) + ruby.folders(besides: settings.home),
      readable: [FilePath(ruby.interface.file)], log: log, jobs: settings.jobs,
      variables: settings.variables.merging(
        ["ruby": ruby.interface.program, "GEM_HOME": home, "GEM_PATH": home]
      ) { $1 }, sourceDate: Self.sourceDate, timeLimit: BuildSettings.timeLimit,
      launcher: settings.launcher)
  }

  /// Writes the script and the descriptions of the gems into `source`, and removes an earlier log.
  private func prepare(
    _ gems: [OpenedGem], in source: FilePath, _ log: FilePath
  ) throws(Problem) {
    try mappingFileErrors { () throws(FileError) in
      try source.appending(GemScript.name).createUnsynced(with: GemScript.text.utf8)
      for gem in gems {
        try source.appending("metadata").appending(gem.fullName).createUnsynced(with: gem.yaml)
      }
      try root.logs.makeDirectories()
      try log.removeFile()
    }
  }

  /// Returns the gems so that each follows those that it needs, because the build of its extensions
  /// may run them. Gems that need each other keep the order of the lock.
  static func inOrder(_ gems: [OpenedGem]) -> [OpenedGem] {
    let byName = Dictionary(gems.map { ($0.metadata.name, $0) }) { first, _ in first }
    var seen: Set<GemName> = []
    var result: [OpenedGem] = []
    // Visits each gem before and after those that it needs. A recursive search could overflow the
    // stack.
    var open = gems.reversed().map { (gem: $0, isDone: false) }
    while let (gem, isDone) = open.popLast() {
      if isDone {
        result.append(gem)
      } else if seen.insert(gem.metadata.name).inserted {
        open.append((gem, true))
        open += gem.metadata.dependencies.reversed().compactMap { byName[$0.name] }
          .map { ($0, false) }
      }
    }
    return result
  }

  /// Adds the programs, and completes the installation.
  func stage(
    _ fetched: FetchedInstallation, _ gems: [OpenedGem], _ ruby: RubyInterface,
    in folder: FilePath
  ) throws(Problem) -> StagedInstallation {
    let planned = fetched.planned
    let content = folder.appending(Receipt.contentName)
    try mappingFileErrors(try Self.addPrograms(planned.provides, of: gems, ruby, to: content))
    let tree: BuiltTree
    do {
      tree = try BuiltTree(
        in: content, installedAt: root.prefix(of: planned.installed),
        unpacked: Self.unchangedFiles(of: gems))
    } catch {
      switch error {
      case .fault(let fault): throw planned.problem(fault)
      case .file(let error): throw Problem(error)
      }
    }
    let specification = InstallationSpecification(planned, in: root, ruby: ruby)
    // The artifact stands for the whole folder of gems, so the parts have no files.
    let unpacked = zip(specification.files, fetched.files).enumerated().map { index, file in
      InstallationContents.Unpacked(
        folder: file.0.folder, size: file.1.file.size, members: index == 0 ? tree.files : [])
    }
    return try StagedInstallation(
      completing: folder, of: planned, specification, unpacked, listsAll: false)
  }

  /// Returns the unpacked files of the gems, keyed by path. Returns no files if a gem has run code,
  /// because the code may have changed them.
  private static func unchangedFiles(of gems: [OpenedGem]) -> [String: ExtractedFile] {
    if gems.contains(where: \.metadata.hasExtensions) { return [:] }
    return Dictionary(
      gems.flatMap { gem in
        gem.files.map { ("gems/\(gem.fullName)/\($0.path.text)", $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds a program for each executable. All executables belong to the tool's own gem, which is the
  /// first. Executables of other gems are ignored.
  private static func addPrograms(
    _ names: [ExecutableName], of gems: [OpenedGem], _ ruby: RubyInterface, to content: FilePath
  ) throws(FileError) {
    let needsBundler = gems.contains { gem in
      gem.metadata.dependencies.contains { $0.name.text == "bundler" }
    }
    let bin = content.appending("bin")
    try bin.makeDirectory()
    guard let gem = gems.first else { return }
    for name in names {
      let program = GemProgram(
        gem: gem, executable: name, gems: inOrder(gems).reversed(), ruby: ruby,
        needsBundler: needsBundler)
      let path = bin.appending(name.text)
      try path.createUnsynced(with: program.text.utf8)
      try path.setPermissions(0o755)
    }
  }
}

extension [OpenedGem] {
  /// Returns the gem whose extension a step builds, or `nil` for the first step, which writes the
  /// specifications. The gems are those with extensions, in the order of their steps.
  fileprivate func gem(ofStep number: Int) -> OpenedGem? {
    indices.contains(number - 2) ? self[number - 2] : nil
  }
}

extension PlannedInstallation {
  /// Returns the problem with the gem whose metadata RubyGems rejected. The output of the step that
  /// writes the specifications names it: `json-2.9.1: <reason>`. Returns `nil` if the output names
  /// no gem.
  fileprivate func refusedGem(among gems: [OpenedGem], _ step: BuildProblem.Step) -> Problem? {
    for (gem, file) in zip(gems, files) {
      let prefix = "\(gem.fullName): "
      guard let line = step.lastLines.last(where: { $0.hasPrefix(prefix) }) else { continue }
      let reason = String(line.dropFirst(prefix.count))
      return problem(.gem(gem.title, .refusedMetadata(reason: reason)), in: file)
    }
    return nil
  }
}

extension BuildEvent {
  /// The event with the name of a gem in place of the command line, or `nil` if it is not about an
  /// extension.
  fileprivate func ofExtension(among native: [OpenedGem]) -> BuildEvent? {
    guard case .began(.step(let number, of: _), command: _) = self else {
      return native.isEmpty ? nil : self
    }
    guard let gem = native.gem(ofStep: number) else { return nil }
    return .began(.step(number - 1, of: native.count), command: "extension of \(gem.title)")
  }
}
