internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Synchronization
package import ToolSources

/// Downloads that begin before there is a plan: a version is chosen, and the rest of what the lock says is still being asked for.
///
/// Nothing depends on them. One that fails is done again by the plan, which then says why, and one that no plan needs ends with
/// ``stop()``.
package final class EarlyFetches: Sendable {
  private struct Entry {
    let task: Task<Bool, Never>
    var byteCount = 0
    var progress: (@Sendable (Int) -> Void)?
  }

  private struct State {
    var entries: [SHA256Digest: Entry] = [:]
    var isStopped = false
  }

  private let fetch: Fetch
  private let folder: FilePath
  private let slots: Slots
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: where a download grows until it is whole.
  ///   - slots: shared with the downloads of the plan.
  init(_ fetch: Fetch, folder: FilePath, slots: Slots) {
    self.fetch = fetch
    self.folder = folder
    self.slots = slots
  }

  /// Begins to fetch `artifact`, if it is not under `downloads/` already.
  package func begin(_ artifact: AnnouncedArtifact) {
    if fetch.isOffline || fetch.root.download(artifact.digest).exists { return }
    state.withLock { state in
      if state.isStopped || state.entries[artifact.digest] != nil { return }
      let task = Task { [self] in
        await slots.run {
          if Task.isCancelled { return false }
          return await fetch.keep(artifact, staging: folder) { self.note($0, of: artifact.digest) }
        }
      }
      state.entries[artifact.digest] = Entry(task: task)
    }
  }

  /// Whether the artifact with `digest` was begun here: the plan still has to tell of it, also when it is there by now.
  func has(_ digest: SHA256Digest) -> Bool {
    state.withLock { $0.entries[digest] != nil }
  }

  /// Waits for the artifact with `digest`. Returns whether it stands verified under `downloads/`; not, where it was not begun here.
  ///
  /// - Parameter progress: gets the bytes so far, at once and whenever there are more.
  func isFetched(
    _ digest: SHA256Digest, progress: @escaping @Sendable (Int) -> Void
  ) async -> Bool {
    let entry = state.withLock { state in
      state.entries[digest]?.progress = progress
      return state.entries[digest]
    }
    guard let entry else { return false }
    progress(entry.byteCount)
    return await withTaskCancellationHandler {
      await entry.task.value
    } onCancel: {
      entry.task.cancel()
    }
  }

  /// Ends what is still under way, and returns when nothing writes any more.
  func stop() async {
    let tasks = state.withLock { state in
      state.isStopped = true
      return state.entries.values.map(\.task)
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.value }
  }

  private func note(_ byteCount: Int, of digest: SHA256Digest) {
    let progress = state.withLock { state in
      state.entries[digest]?.byteCount = byteCount
      return state.entries[digest]?.progress
    }
    progress?(byteCount)
  }
}
