internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

// The stanzas of new releases.
extension LockAttempt {
  /// Returns notices about files of a new stanza that were replaced or have no published digest.
  func fileNotices(
    of tool: LockedTool, _ content: ReleaseContent, _ query: SourceQuery
  ) -> [Notice] {
    var notices: [Notice] = []
    let replaced = replacedPlatforms(of: tool, query)
    if !replaced.isEmpty {
      notices.append(
        .publisher(
          .replacedFiles(tool: tool.name, version: tool.version, platforms: replaced)))
    }
    if content.isConfirmedBySHA512, isFirstUse(of: tool) {
      notices.append(
        .publisher(.confirmedBySHA512(tool: tool.name, version: tool.version)))
    }
    if tool.isTrustedOnFirstUse, isFirstUse(of: tool) {
      notices.append(
        .publisher(
          .trustedOnFirstUse(
            tool: tool.name, version: tool.version, parts: content.undigestedParts)))
    }
    return notices
  }

  /// Returns the stanza of a release, without a publisher.
  func newStanza(
    _ version: VersionText, _ release: SourceRelease, _ content: ReleaseContent,
    _ choice: LockChoice.ChosenTool, _ candidates: Candidates
  ) -> LockedTool {
    var needs = candidates.needs(of: release).map(\.need.value)
    if let runtime = content.runtime {
      needs = needs.map { $0.tool == runtime.tool ? runtime : $0 }
    }
    return LockedTool(
      name: choice.tool.name, version: version, wants: choice.wants,
      declared: candidates.query.request.declared, provides: content.provides
    ).with {
      $0.definition = candidates.package.request(for: release).definition(for: release.version)
      $0.steps = $0.declaration.steps
      $0.released = content.released
      $0.needs = needs
      $0.artifacts = content.artifacts
      $0.parts = content.parts
      $0.extensions = content.extensions.compactMap { PartName($0) }
      $0.isTrustedOnFirstUse = content.isTrustedOnFirstUse
    }
  }

  /// Returns the content of a release together with the gems of its graph.
  ///
  /// - Throws: ``Problem/sources(_:)`` with the problems of the source.
  func graphContent(
    of release: SourceRelease, _ choice: LockChoice.ChosenTool, _ candidates: Candidates,
    _ provider: SourceVersionProvider
  ) async throws(Problem) -> ReleaseContent {
    var parts: [ChosenPart] = []
    for (part, version) in choice.parts {
      guard let found = await provider.candidates(for: part),
        let release = found.release(of: version)
      else { throw .system(.internalFault("no version was chosen for \(part.text)")) }
      parts.append(ChosenPart(found.package, release))
    }
    let (package, tool, chosen) = (candidates.package, candidates.tool, parts)
    let ruby = choice.ruby ?? candidates.query.request.ruby
    let announce = prefetcher.announce
    return try await mappingSourceErrors { () async throws(SourceError) in
      try await package.content(
        of: release, with: chosen, ruby: ruby, for: choice.platforms
      ) { artifact in announce(tool, artifact) }
    }
  }
}

extension Candidates {
  /// Whether the tool consists of several packages of its source.
  var hasGraph: Bool { type(of: query.source).kind.runtime != nil }
}

/// The requirements of gem tools on Ruby, as their stanzas state them.
///
/// Which files a graph consists of, and so what they require, depends on the chosen version of
/// Ruby. The `wants` of Ruby must repeat these requirements.
enum StatedNeeds {
  /// Returns the stanzas with wants that agree with the needs of the gem tools.
  static func apply(to tools: [LockedTool]) -> [LockedTool] {
    let gems = Dictionary(
      tools.filter { $0.artifacts.contains { $0.format == .gem } }.map { ($0.name, $0) }
    ) { first, _ in first }
    if gems.isEmpty { return tools }
    return tools.map { tool in
      tool.with { stanza in
        var seen: Set<LockedTool.Want> = []
        stanza.wants = tool.wants.map { want in
          guard case .tool(let name, _) = want.requester,
            let need = gems[name]?.needs.first(where: { $0.tool == tool.name })
          else { return want }
          return LockedTool.Want(need.requirement, by: want.requester)
        }.filter { seen.insert($0).inserted }
      }
    }
  }
}
