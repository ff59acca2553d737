internal import Archives
internal import Filesystem
internal import Layout
internal import Manifests
package import Projects
internal import Synchronization
package import ToolSources

/// Fetches artifacts of chosen versions while the rest of the lock is still being resolved.
///
/// Artifacts are verified, and unpacked into the staging area. Prefetching is optional: the plan
/// repeats what failed and reports the reason. Unused contents are removed with the staging folder.
package final class ArtifactPrefetcher: Sendable {
  /// How far an artifact was processed. In both cases it is verified and in `downloads/`.
  enum Outcome: Sendable {
    case fetched
    case unpacked(UnpackedFile)
  }

  /// An artifact in progress.
  private struct Entry {
    let task: Task<Outcome?, Never>
    var byteCount = 0
    var progress: (@Sendable (Int) -> Void)?
    var isTaken = false
  }

  private struct State {
    var entries: [SHA256Digest: Entry] = [:]
    var hasPlan = false
    var isStopped = false
  }

  private let fetcher: ArtifactFetcher
  private let unpacker: Unpacker
  private let state = Mutex(State())

  /// Creates a prefetcher that shares the download limit and the unpacker of the plan.
  init(_ fetcher: ArtifactFetcher, _ unpacker: Unpacker) {
    self.fetcher = fetcher
    self.unpacker = unpacker
  }

  /// Starts fetching `artifact`, unless it is already in `downloads/`.
  package func begin(_ artifact: AnnouncedArtifact) {
    if fetcher.isOffline || fetcher.root.download(artifact.digest).exists { return }
    state.withLock { state in
      if state.isStopped || state.entries[artifact.digest] != nil { return }
      let task = Task { [self] in await work(on: artifact) }
      state.entries[artifact.digest] = Entry(task: task)
    }
  }

  /// Returns whether the artifact with `digest` was started here. The plan still reports such a
  /// download, even if it has finished.
  func has(_ digest: SHA256Digest) -> Bool {
    state.withLock { $0.entries[digest] != nil }
  }

  /// Waits for the artifact with `digest`. Returns `nil` if it was not started here or failed.
  /// Unpacked contents are returned only to the first caller.
  ///
  /// - Parameter progress: Receives the number of bytes so far, immediately and whenever
  ///   it increases.
  func outcome(
    _ digest: SHA256Digest, progress: @escaping @Sendable (Int) -> Void
  ) async -> Outcome? {
    let entry = state.withLock { state in
      let entry = state.entries[digest]
      state.entries[digest]?.progress = progress
      state.entries[digest]?.isTaken = true
      return entry
    }
    guard let entry else { return nil }
    progress(entry.byteCount)
    let outcome = await withTaskCancellationHandler {
      await entry.task.value
    } onCancel: {
      entry.task.cancel()
    }
    if entry.isTaken, outcome != nil { return .fetched }
    return outcome
  }

  /// Cancels artifacts that the plan does not need, because resolution chose other versions
  /// than predicted.
  package func narrow(to plan: InstallPlan) {
    let wanted = Set((plan.missing + plan.present).flatMap(\.files).map(\.digest))
    let entries = state.withLock { state in
      state.isStopped = true
      state.hasPlan = true
      return state.entries
    }
    for (digest, entry) in entries where !wanted.contains(digest) { entry.task.cancel() }
  }

  /// Cancels unfinished work and waits until nothing is being written. Removes downloads that the
  /// plan did not take or, without a plan, all downloads started here.
  package func stop() async {
    let (entries, hasPlan) = state.withLock { state in
      state.isStopped = true
      return (state.entries, state.hasPlan)
    }
    for entry in entries.values { entry.task.cancel() }
    for (digest, entry) in entries {
      let outcome = await entry.task.value
      if !hasPlan || !entry.isTaken, outcome != nil {
        try? fetcher.root.download(digest).removeFile()
      }
    }
  }

  private func work(on artifact: AnnouncedArtifact) async -> Outcome? {
    let isFetched = await fetcher.downloads.run {
      if Task.isCancelled { return false }
      return await fetcher.keep(artifact) { self.note($0, of: artifact.digest) }
    }
    guard isFetched else { return nil }
    // Only the plan knows the name of a raw program.
    guard let format = ArchiveFormat(rawValue: artifact.format.text), format != .raw,
      !Task.isCancelled
    else { return .fetched }
    let folder = fetcher.staging.appending(artifact.digest.hexadecimal)
    do {
      return .unpacked(
        try await unpacker.unpack(fetcher.root.download(artifact.digest), format, into: folder))
    } catch {
      try? folder.removeTree()
      return .fetched
    }
  }

  private func note(_ byteCount: Int, of digest: SHA256Digest) {
    let progress = state.withLock { state in
      state.entries[digest]?.byteCount = byteCount
      return state.entries[digest]?.progress
    }
    progress?(byteCount)
  }
}
