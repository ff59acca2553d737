internal import Diagnostics
internal import Manifests
internal import Synchronization
internal import ToolSources
internal import Versions
internal import Vocabulary

/// Requests the content that a lock will probably contain, before the solver chooses versions.
///
/// A tool's content is requested as soon as its own source has listed its releases, while other
/// sources are still being queried. Prefetching is only an optimization. If the solver chooses a
/// version other than the likely one, the chosen version's content is requested after the choice,
/// and the prefetched content is discarded.
final class ReleaseContentPrefetcher: Sendable {
  /// The content of a release, and who published its files.
  typealias RequestedContent = (content: ReleaseContent, publishers: ReleasePublishers)

  /// The request for the content of one likely release.
  private struct Prefetch: Sendable {
    let version: Version
    let platforms: [Platform]
    let content: Task<Result<RequestedContent, Problem>, Never>
  }

  let announce: @Sendable (ToolName, AnnouncedArtifact) -> Void
  private let prefetches = Mutex<[SourcedTool: Prefetch]>([:])

  private init(announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void) {
    self.announce = announce
  }

  /// Runs `body` with a prefetcher, and returns its result after all requests have ended.
  ///
  /// - Parameters:
  ///   - announce: Receives artifacts of the requested content, with their tools, as soon as they
  ///     are known.
  ///   - body: Begins requests and uses their results.
  /// - Throws: The problem that `body` throws.
  static func withPrefetcher<Value: Sendable>(
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void,
    _ body: (ReleaseContentPrefetcher) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let prefetcher = ReleaseContentPrefetcher(announcing: announce)
    do {
      let value = try await body(prefetcher)
      await prefetcher.stop()
      return value
    } catch {
      await prefetcher.stop()
      throw error
    }
  }

  /// Starts a request for the content of a tool's likely release, unless the tool already has one.
  ///
  /// - Parameters:
  ///   - candidates: The releases of the tool.
  ///   - platforms: The platforms that the tool must support according to the Toolfile.
  ///   - version: The version to keep from the previous lock, or `nil` if there is none.
  func begin(_ candidates: Candidates, for platforms: [Platform], keeping version: Version?) {
    // The content of a graph depends on the choice of all its gems.
    if candidates.hasGraph { return }
    guard let release = candidates.likelyRelease(for: platforms, keeping: version) else { return }
    let platforms = Platform.allCases.filter { platforms.contains($0) }
    if candidates.missingArtifact(of: release, for: platforms) != nil { return }
    if candidates.firstUseStanza(of: release, for: platforms) != nil { return }
    let tool = candidates.query.tool
    prefetches.withLock { prefetches in
      guard prefetches[tool] == nil else { return }
      let content = Task { () -> Result<RequestedContent, Problem> in
        do throws(Problem) {
          return .success(try await requestContent(for: release, candidates, platforms))
        } catch {
          return .failure(error)
        }
      }
      prefetches[tool] = Prefetch(version: release.version, platforms: platforms, content: content)
    }
  }

  /// Returns the content of a chosen release: the prefetched content if release and platforms
  /// match, otherwise the result of a new request.
  ///
  /// - Throws: ``Problem/sources(_:)`` with the problems of the source.
  func content(
    of release: SourceRelease, _ candidates: Candidates, for platforms: [Platform]
  ) async throws(Problem) -> RequestedContent {
    guard let prefetch = prefetches.withLock({ $0[candidates.query.tool] }),
      prefetch.version == release.version, prefetch.platforms == platforms
    else { return try await requestContent(for: release, candidates, platforms) }
    let content = await withTaskCancellationHandler {
      await prefetch.content.value
    } onCancel: {
      prefetch.content.cancel()
    }
    return try content.get()
  }

  private func requestContent(
    for release: SourceRelease, _ candidates: Candidates, _ platforms: [Platform]
  ) async throws(Problem) -> RequestedContent {
    let package = candidates.package
    async let publishers = { () async -> Result<ReleasePublishers, SourceError> in
      do throws(SourceError) {
        return .success(try await package.publishers(of: release, for: platforms))
      } catch {
        return .failure(error)
      }
    }()
    let content = try await mappingSourceErrors { [announce] () async throws(SourceError) in
      try await package.content(of: release, for: platforms) { artifact in
        announce(candidates.tool, artifact)
      }
    }
    let answer = await publishers
    return (content, try await mappingSourceErrors { () throws(SourceError) in try answer.get() })
  }

  /// Cancels all requests and waits until they have ended.
  private func stop() async {
    let prefetches = prefetches.withLock { $0 }
    for prefetch in prefetches.values { prefetch.content.cancel() }
    for prefetch in prefetches.values { _ = await prefetch.content.value }
  }
}
