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
final class Foresight: Sendable {
  private struct Guess: Sendable {
    let version: Version
    let platforms: [Platform]
    let content: Task<Result<ReleaseContent, Problem>, Never>
  }

  private let announce: @Sendable (ToolName, AnnouncedArtifact) -> Void
  private let guesses = Mutex<[SourcedTool: Guess]>([:])

  private init(announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void) {
    self.announce = announce
  }

  /// Runs `body`. When this returns, nothing is asked for any more.
  static func during<Value: Sendable>(
    announcing announce: @escaping @Sendable (ToolName, AnnouncedArtifact) -> Void,
    _ body: (Foresight) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let foresight = Foresight(announcing: announce)
    do throws(Problem) {
      let value = try await body(foresight)
      await foresight.stop()
      return value
    } catch {
      await foresight.stop()
      throw error
    }
  }

  /// Begins to ask for what a lock says of the likely release of a tool.
  ///
  /// - Parameters:
  ///   - platforms: what the Toolfile wants the tool to serve.
  ///   - version: what the lock before had. nil where that says nothing.
  func begin(_ candidates: Candidates, for platforms: [Platform], keeping version: Version?) {
    guard let release = candidates.likely(for: platforms, keeping: version) else { return }
    let platforms = candidates.served(
      Platform.allCases.filter { platforms.contains($0) }, by: release)
    let tool = candidates.inquiry.tool
    guesses.withLock { guesses in
      guard guesses[tool] == nil else { return }
      let content = Task { () -> Result<ReleaseContent, Problem> in
        do throws(Problem) {
          return .success(try await ask(for: release, candidates, platforms))
        } catch {
          return .failure(error)
        }
      }
      guesses[tool] = Guess(version: release.version, platforms: platforms, content: content)
    }
  }

  /// What the lock says of a release that was chosen: foreseen, or asked for now.
  func content(
    of release: Release, _ candidates: Candidates, for platforms: [Platform]
  ) async throws(Problem) -> ReleaseContent {
    guard let guess = guesses.withLock({ $0[candidates.inquiry.tool] }),
      guess.version == release.version, guess.platforms == platforms
    else { return try await ask(for: release, candidates, platforms) }
    let content = await withTaskCancellationHandler {
      await guess.content.value
    } onCancel: {
      guess.content.cancel()
    }
    return try content.get()
  }

  private func ask(
    for release: Release, _ candidates: Candidates, _ platforms: [Platform]
  ) async throws(Problem) -> ReleaseContent {
    try await asking { [announce] () async throws(SourceError) in
      try await candidates.package.content(of: release, for: platforms) { artifact in
        announce(candidates.tool, artifact)
      }
    }
  }

  private func stop() async {
    let guesses = guesses.withLock { $0 }
    for guess in guesses.values { guess.content.cancel() }
    for guess in guesses.values { _ = await guess.content.value }
  }
}
