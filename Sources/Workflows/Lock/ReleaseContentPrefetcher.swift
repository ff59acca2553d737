internal import Diagnostics
internal import Manifests
internal import Synchronization
internal import ToolSources
internal import Versions

/// What a lock will most likely say of its tools, asked for before anything is chosen: of each tool, as soon as its own source has
/// answered, while others are still waited for.
///
/// Nothing depends on it. A tool that comes in another version after all, since a third one speaks against the newest, is asked for
/// again, and what was found here is forgotten.
final class ReleaseContentPrefetcher: Sendable {
  private struct Prefetch: Sendable {
    let version: Version
    let platforms: [Platform]
    let content: Task<Result<ReleaseContent, Problem>, Never>
  }

  private let announce: @Sendable (ToolName, AnnouncedArtifact) -> Void
  private let prefetches = Mutex<[SourcedTool: Prefetch]>([:])

  private init(announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void) {
    self.announce = announce
  }

  /// Runs `body`. When this returns, nothing is asked for any more.
  static func during<Value: Sendable>(
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void,
    _ body: (ReleaseContentPrefetcher) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let prefetcher = ReleaseContentPrefetcher(announcing: announce)
    do throws(Problem) {
      let value = try await body(prefetcher)
      await prefetcher.stop()
      return value
    } catch {
      await prefetcher.stop()
      throw error
    }
  }

  /// Begins to ask for what a lock says of the likely release of a tool.
  ///
  /// - Parameters:
  ///   - platforms: what the Toolfile wants the tool to serve.
  ///   - version: what the lock before had. nil where that says nothing.
  func begin(_ candidates: Candidates, for platforms: [Platform], keeping version: Version?) {
    guard let release = candidates.likelyRelease(for: platforms, keeping: version) else { return }
    let platforms = candidates.served(
      Platform.allCases.filter { platforms.contains($0) }, by: release)
    let tool = candidates.query.tool
    prefetches.withLock { prefetches in
      guard prefetches[tool] == nil else { return }
      let content = Task { () -> Result<ReleaseContent, Problem> in
        do throws(Problem) {
          return .success(try await ask(for: release, candidates, platforms))
        } catch {
          return .failure(error)
        }
      }
      prefetches[tool] = Prefetch(version: release.version, platforms: platforms, content: content)
    }
  }

  /// What the lock says of a release that was chosen: foreseen, or asked for now.
  func content(
    of release: SourceRelease, _ candidates: Candidates, for platforms: [Platform]
  ) async throws(Problem) -> ReleaseContent {
    guard let prefetch = prefetches.withLock({ $0[candidates.query.tool] }),
      prefetch.version == release.version, prefetch.platforms == platforms
    else { return try await ask(for: release, candidates, platforms) }
    let content = await withTaskCancellationHandler {
      await prefetch.content.value
    } onCancel: {
      prefetch.content.cancel()
    }
    return try content.get()
  }

  private func ask(
    for release: SourceRelease, _ candidates: Candidates, _ platforms: [Platform]
  ) async throws(Problem) -> ReleaseContent {
    try await mappingSourceErrors { [announce] () async throws(SourceError) in
      try await candidates.package.content(of: release, for: platforms) { artifact in
        announce(candidates.tool, artifact)
      }
    }
  }

  private func stop() async {
    let prefetches = prefetches.withLock { $0 }
    for prefetch in prefetches.values { prefetch.content.cancel() }
    for prefetch in prefetches.values { _ = await prefetch.content.value }
  }
}
