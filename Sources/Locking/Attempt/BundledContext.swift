internal import Diagnostics
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// The versions that Bundler has locked for tools that are new to the lock.
struct BundledContext: Sendable {
  let versions: BundledVersions
  /// The locked gem versions of each new tool that Bundler's lock contains.
  let graphs: [SourcedTool: BundledVersions.Graph]
}

extension LockContext {
  /// Adds the versions from Bundler's lock to the previously locked versions. Reads Bundler's lock
  /// only if a new tool is a gem.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if Bundler's lock has merge conflict markers.
  mutating func addBundledVersions() throws(Problem) {
    let tools = project.requests.filter { previous[$0.sourcedTool] == nil }.map(declared)
      .filter { $0.source?.name == GemKind.name }
    if tools.isEmpty { return }
    let versions = try BundledVersions(in: project.filesFolder)
    let graphs = versions.graphs(of: tools)
    bundled = BundledContext(versions: versions, graphs: graphs)
    previous.add(graphs)
  }
}

extension LockAttempt {
  /// Returns notices that say how many of Bundler's versions the new tools keep, and which of them
  /// the index lacks.
  func bundledNotices(of choice: LockChoice) async -> [Notice] {
    guard let bundled = context.bundled else { return [] }
    let file = bundled.versions.fileName
    if let place = bundled.versions.unreadable { return [.lock(.unreadableBundle(place))] }
    var notices: [Notice] = []
    for chosen in choice.tools {
      guard let graph = bundled.graphs[chosen.tool] else { continue }
      var pairs = [(tool: chosen.tool, gem: graph.name, chosen.version, graph.own.version)]
      for (part, version) in chosen.parts.sorted(by: { $0.key < $1.key }) {
        guard let gem = part.part, let locked = graph.others[gem]?.version else { continue }
        pairs.append((part, gem, version, locked))
      }
      let moved = pairs.filter { $0.2 != $0.3 }
      notices.append(
        .lock(
          .bundledVersions(
            tool: chosen.tool.name, file: file, kept: pairs.count - moved.count, of: pairs.count)))
      var missing: [String] = []
      for (tool, gem, _, locked) in moved
      where await choice.provider.candidates(for: tool)?.release(of: locked) == nil {
        missing.append("\(gem) \(locked.spelling)")
      }
      if !missing.isEmpty {
        notices.append(.lock(.bundledVersionsMissing(file: file, gems: missing)))
      }
    }
    return notices
  }
}
