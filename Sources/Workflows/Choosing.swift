internal import Diagnostics
internal import Manifests
internal import Resolution
internal import ToolSources
internal import Versions

/// The world in which versions of tools are chosen.
enum ToolWorld: Universe {
  typealias Package = ToolName
  typealias Versions = VersionSet
  typealias Origin = Wish
}

/// A requirement as somebody wrote it, and where.
struct Wish: Hashable, Sendable {
  let requirement: Requirement
  let origin: Diagnostics.Origin
}

/// Chooses a release for each of several tools so that all that is wanted of them holds, or says why that cannot be.
struct Choosing: VersionProvider {
  typealias World = ToolWorld

  private let candidates: [ToolName: Candidates]

  init(_ candidates: [Candidates]) {
    self.candidates = Dictionary(candidates.map { ($0.tool, $0) }) { first, _ in first }
  }

  /// - Parameter previous: versions to keep while they are admitted.
  func choose(
    keeping previous: [ToolName: VersionText]
  ) async throws(Problem) -> [ToolName: ToolSources.Release] {
    let tools = candidates.values.sorted { $0.tool < $1.tool }
    let hopeless = tools.compactMap(\.lack)
    if !hopeless.isEmpty { throw .sources(hopeless) }
    var wanted: [Dependency<World>] = []
    var kept: [ToolName: Version] = [:]
    for tool in tools {
      wanted += try tool.dependencies()
      kept[tool.tool] = previous[tool.tool].flatMap { tool.release(spelled: $0.text)?.version }
    }
    switch await outcome(wanted, keeping: kept) {
    case .success(.solution(let solution)):
      return solution.versions.compactMapValues { $0 }.reduce(into: [:]) { chosen, entry in
        chosen[entry.key] = candidates[entry.key]?.release(of: entry.value)
      }
    case .success(.conflict(let report)):
      throw .project(
        .conflict(
          tools: tools.filter { $0.wishes.count > 1 }.map(\.tool.text),
          explanation: Self.text.rows(of: report)))
    case .failure:
      throw .interrupted
    }
  }

  private func outcome(
    _ wanted: [Dependency<World>], keeping kept: [ToolName: Version]
  ) async -> Result<Outcome<World>, SearchError<Never>> {
    do throws(SearchError<Never>) {
      return .success(try await Resolver(provider: self).resolve(wanted, keeping: kept))
    } catch {
      return .failure(error)
    }
  }

  func listing(of tool: ToolName) async throws(Never) -> Listing<World> {
    guard let candidates = candidates[tool] else { return .unknown(similar: []) }
    return .releases(candidates.listing)
  }

  /// Every listing says of its releases what they need.
  func needs(of tool: ToolName, at version: Version) async throws(Never) -> Needs<World> {
    .dependencies([])
  }

  private static var text: ExplanationText<World> {
    ExplanationText(
      package: \.text, version: \.spelling, versions: \.description,
      requirement: { $0.origin.requirement.description }, origin: { $0.origin.description },
      obstacle: { obstacle in
        switch obstacle {
        case .prerelease: "is a prerelease"
        case .yanked(let reason):
          reason.map { $0.isEmpty ? "was yanked" : "was yanked (\($0))" } ?? "was yanked"
        case .cooldown: "is younger than the cooldown"
        case .platforms: "has no program for any platform"
        case .metadata(let detail): "cannot be read (\(detail))"
        }
      })
  }
}
