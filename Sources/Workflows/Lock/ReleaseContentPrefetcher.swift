internal import Diagnostics
internal import Manifests
internal import Synchronization
internal import ToolSources
internal import Versions

/// Fetches what a lock will probably contain, before versions are chosen.
///
/// A tool's content is requested as soon as its own source has listed its releases, while other
/// sources are still being queried. Prefetching is only an optimization. If the solver chooses
/// another version than the likely one, its content is requested then, and the prefetched
/// content is dropped.
final class ReleaseContentPrefetcher: Sendable {
  /// The request for the content of one likely release.
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

  /// Runs `body` with a prefetcher. All its requests have ended when this returns.
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

  /// Begins to request the lock content of the likely release of a tool.
  ///
  /// - Parameters:
  ///   - platforms: The platforms that the tool must support according to the Toolfile.
  ///   - version: The version in the previous lock. `nil` if there is none to keep.
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

  /// Returns the lock content of a chosen release: the prefetched content if release and
  /// platforms match, otherwise the reply to a new request.
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

  /// Cancels all requests and waits until they have ended.
  private func stop() async {
    let prefetches = prefetches.withLock { $0 }
    for prefetch in prefetches.values { prefetch.content.cancel() }
    for prefetch in prefetches.values { _ = await prefetch.content.value }
  }
}
