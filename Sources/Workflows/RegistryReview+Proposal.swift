package import Diagnostics
internal import Locking
package import Manifests
internal import SourceKinds
internal import ToolSources
internal import Versions
package import Vocabulary

extension RegistryReview {
  /// The name for a registry that contains the proposal.
  private static let registry = "proposal"

  /// Returns the form that `package` should have as the name of a package in a source, or `nil` if
  /// it has that form.
  package static func fault(
    of package: String, in source: String
  ) -> SourceProblem.OptionForm? {
    guard let kind = SourceCatalog.standard[source] else { return .packageName }
    return kind.packageName(package) == nil ? kind.packageForm : nil
  }

  /// Returns the options of a source whose values are texts, which a proposal can state.
  package static func textOptions(of source: String) -> [String] {
    (SourceCatalog.standard[source]?.options ?? []).filter { $0.form == .text }.map(\.key)
  }

  /// Proposes a definition of a tool, based on the newest release of a package. If there are only
  /// prereleases, uses the newest of them.
  ///
  /// Opens at most one file for each system, to find the programs.
  ///
  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - source: The name of the source.
  ///   - package: The name of the package, in the form of the source.
  ///   - options: Lines that the definition states, see ``textOptions(of:)``.
  /// - Throws: ``Problem`` if the source does not have the package, if no file of the release suits
  ///   any platform, or if a file has no program.
  package func proposal(
    for tool: ToolName, from source: String, _ package: String,
    stating options: [LockedDeclaration.Option] = []
  ) async throws(Problem) -> DefinitionProposal {
    var lines = ProposedLines(tool: tool, source: source, package: package)
    lines.options = options
    let candidates = try await candidates(for: &lines)
    let found = candidates.package
    let release = try candidates.newestOrPrerelease(for: Platform.allCases)
    let offers = Platform.allCases.map { offer(of: release, for: $0, candidates) }
    let served = offers.compactMap { (try? $0.file.get()) == nil ? nil : $0.platform }
    if !Set(Platform.defaults).isSubset(of: served) { lines.platforms = served }

    let programs = try await programs(of: release, on: served, candidates)
    lines.executables = programs.common
    lines.profile = try await mappingSourceErrors { () async throws(SourceError) in
      try await found.profile(at: release)
    }
    lines.package = statedName(of: lines) ?? package
    try await check(lines, offers)
    return DefinitionProposal(
      tool: tool, text: lines.text, version: release.version.spelling, released: release.released,
      isPrerelease: Candidates.isPrerelease(release), offers: offers,
      executables: programs.common, partialExecutables: programs.partial,
      openedFiles: programs.files, lacksSummary: lines.summary == nil,
      tagPattern: lines.options.dropFirst(options.count).first?.value,
      newName: lines.package.lowercased() == package.lowercased() ? nil : lines.package,
      shipped: try? Registries.shipped.definition(of: tool).map {
        "\($0.source) \($0.package.value)"
      },
      aliased: Registries.shipped.registries.flatMap { $0.definitions() }
        .filter { $0.aliases.contains(tool.text) }.map(\.name))
  }

  /// Queries the source. If its usual rules find no release, adds the options with which it finds
  /// one.
  private func candidates(for lines: inout ProposedLines) async throws(Problem) -> Candidates {
    do {
      return try await candidates(of: lines)
    } catch {
      guard case .sources(let problems) = error,
        case .content(.noVersionTags)? = problems.first?.fault
      else { throw error }
      let definition = try lines.definition()
      let missing = try await mappingSourceErrors { () async throws(SourceError) in
        let query = try query(
          definition, in: Self.registry, version: nil, askedBy: .commandLine)
        return try await query.source.missingOptions(of: query.request)
      }
      if missing.isEmpty { throw error }
      lines.options += missing
      return try await candidates(of: lines)
    }
  }

  private func candidates(of lines: ProposedLines) async throws(Problem) -> Candidates {
    let definition = try lines.definition()
    return try await mappingSourceErrors { () async throws(SourceError) in
      let query = try query(definition, in: Self.registry, version: nil, askedBy: .commandLine)
      return try await Candidates(listing: query)
    }
  }

  private func offer(
    of release: SourceRelease, for platform: Platform, _ candidates: Candidates
  ) -> DefinitionProposal.Offer {
    if let file = candidates.package.file(of: release, for: platform) {
      return .init(platform: platform, file: .success(file))
    }
    var reason = MissingArtifact.otherMachines([])
    if case .missing(let stated) = candidates.package.artifact(of: release, for: platform) {
      reason = stated
    }
    return .init(
      platform: platform,
      file: .failure(
        candidates.sourceProblem(
          .content(
            .noArtifact(
              version: release.version.spelling, platform: platform, reason)),
          origin: .commandLine)))
  }

  /// The programs of a release.
  private struct Programs {
    /// The programs that all opened files have, the one with the tool's name first.
    var common: [ExecutableName]
    /// The programs that only some of them have.
    var partial: [ExecutableName]
    /// The opened files.
    var files: [String]
  }

  /// Opens a file for each system, preferably that of this machine.
  private func programs(
    of release: SourceRelease, on served: [Platform], _ candidates: Candidates
  ) async throws(Problem) -> Programs {
    let order = [Platform.current] + Platform.allCases
    let opened = Set(served.map(\.system)).sorted().compactMap { system in
      order.first { $0.system == system && served.contains($0) }
    }
    var found: [[ExecutableName]] = []
    var files: [String] = []
    for platform in opened {
      found.append(try await programs(of: release, on: platform, candidates))
      if let file = candidates.package.file(of: release, for: platform)?.name,
        !files.contains(file)
      {
        files.append(file)
      }
    }
    let all = Set(found.joined())
    var common = found.reduce(all) { $0.intersection($1) }
    // If the systems have no program in common, the author must decide what to list.
    if common.isEmpty { common = Set(found.first ?? []) }
    let tool = candidates.tool.text
    return Programs(
      common: common.sorted { ($0.text == tool ? 0 : 1, $0) < ($1.text == tool ? 0 : 1, $1) },
      partial: all.subtracting(common).sorted(), files: files)
  }

  private func programs(
    of release: SourceRelease, on platform: Platform, _ candidates: Candidates
  ) async throws(Problem) -> [ExecutableName] {
    do {
      let content = try await candidates.package.content(of: release, for: [platform])
      let name = candidates.package.file(of: release, for: platform)?.name
      if let artifact = content.artifacts.first, artifact.format.isSingleFile, let name {
        return [Self.program(in: name, release, candidates)].compactMap(\.self)
      }
      return content.executables(for: platform)
    } catch {
      // A definition may list a program that a Toolfile would have to list.
      guard case .problems(let problems) = error,
        case .content(.reservedExecutables(_, let names))? = problems.first?.fault
      else { throw Problem(error) }
      return names.compactMap { ExecutableName($0) }
    }
  }

  /// Returns the name of the program in a file that is not an archive: that of the repository, if
  /// the file has it, and otherwise that of the tool.
  private static func program(
    in file: String, _ release: SourceRelease, _ candidates: Candidates
  ) -> ExecutableName? {
    let tool = candidates.tool.text
    let command = ProgramName.command(of: file, tool: tool, version: release.version.spelling)
    let repository = candidates.query.request.package.split(separator: "/").last ?? ""
    return command.lowercased() == repository.lowercased()
      ? ExecutableName(command) : ExecutableName(tool)
  }

  /// Returns the name that the source states for the package, or `nil` if it states none.
  private func statedName(of lines: ProposedLines) -> String? {
    guard let stated = lines.profile.package,
      sources.catalog[lines.source]?.packageName(stated) != nil
    else { return nil }
    return stated
  }

  /// Checks that the proposal gives each platform its file. A file whose digest nobody states is
  /// left out, because it would have to be downloaded.
  private func check(
    _ lines: ProposedLines, _ offers: [DefinitionProposal.Offer]
  ) async throws(Problem) {
    let definition = try lines.definition()
    let known = offers.compactMap { offer in
      let file = try? offer.file.get()
      return file == nil || file?.digestSource == .firstDownload ? nil : offer.platform
    }
    if known.isEmpty {
      let problems = formProblems([definition], in: Self.registry)
      if !problems.isEmpty { throw .sources(problems) }
      return
    }
    let candidates = try await candidates(of: lines)
    let release = try candidates.newestOrPrerelease(for: known)
    _ = try await mappingSourceErrors { () async throws(SourceError) in
      try await candidates.package.content(of: release, for: known)
    }
  }
}
