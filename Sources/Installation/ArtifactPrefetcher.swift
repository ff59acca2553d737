internal import Archives
internal import Filesystem
internal import Layout
package import Projects
internal import Synchronization
package import ToolSources
internal import Vocabulary

/// Fetches the artifacts that a lock will probably contain, while the rest of the lock is still
/// being resolved.
///
/// Artifacts are verified, and unpacked into the staging area. Prefetching is only an optimization:
/// if it fails, the install fetches the artifact again and reports the problem. Unpacked contents
/// that no installation uses are removed with the staging folder.
package final class ArtifactPrefetcher: Sendable {
  /// The last completed step for an artifact. In both cases, the artifact is verified and in
  /// `downloads/`.
  enum Outcome: Sendable {
    case fetched
    /// The artifact is also unpacked in the staging area.
    case unpacked(UnpackedFile)
  }

  /// An artifact in progress.
  private struct Entry {
    /// The outcome, or `nil` if the artifact could not be fetched.
    let task: Task<Outcome?, Never>
    /// The number of bytes received so far.
    var byteCount = 0
    /// Receives ``byteCount`` whenever it increases.
    var progress: (@Sendable (Int) -> Void)?
    /// Whether an installation of the plan has requested the outcome.
    var isTaken = false
  }

  private struct State {
    var entries: [SHA256Digest: Entry] = [:]
    /// Whether ``narrow(to:)`` was called.
    var hasPlan = false
    /// Whether ``begin(_:)`` no longer starts fetches.
    var isStopped = false
  }

  private let fetcher: ArtifactFetcher
  private let unpacker: Unpacker
  private let state = Mutex(State())

  /// Creates a prefetcher.
  ///
  /// - Parameters:
  ///   - fetcher: The fetcher of the install, whose download limit covers prefetching, too.
  ///   - unpacker: The unpacker of the install.
  init(_ fetcher: ArtifactFetcher, _ unpacker: Unpacker) {
    self.fetcher = fetcher
    self.unpacker = unpacker
  }

  /// Starts fetching `artifact`, unless it is already in `downloads/` or being fetched. Does
  /// nothing offline, or after ``narrow(to:)`` or ``stop()``.
  package func begin(_ artifact: AnnouncedArtifact) {
    if fetcher.isOffline || fetcher.root.download(artifact.digest).exists { return }
    state.withLock { state in
      if state.isStopped || state.entries[artifact.digest] != nil { return }
      let task = Task { [self] in await work(on: artifact) }
      state.entries[artifact.digest] = Entry(task: task)
    }
  }

  /// Returns whether this prefetcher has started to fetch the artifact with `digest`. An install
  /// reports such a download even if it has finished, so that the report does not depend on timing.
  func hasStarted(_ digest: SHA256Digest) -> Bool {
    state.withLock { $0.entries[digest] != nil }
  }

  /// Waits for the artifact with `digest` and returns its outcome, or `nil` if its fetch was not
  /// started here or failed. Only the first caller receives the unpacked contents, because it moves
  /// them into its installation.
  ///
  /// - Parameters:
  ///   - digest: The digest of the artifact.
  ///   - progress: Receives the number of bytes so far, immediately and whenever it increases.
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
    // `entry` was copied before this call set `isTaken`. If the copy has it set, an earlier caller
    // receives the unpacked contents.
    if entry.isTaken, outcome != nil { return .fetched }
    return outcome
  }

  /// Cancels the fetches of artifacts that `plan` does not contain, because the solver chose
  /// versions other than the predicted ones. No more fetches are started from now on.
  package func narrow(to plan: InstallPlan) {
    let wanted = Set((plan.missing + plan.present).flatMap(\.files).map(\.digest))
    let entries = state.withLock { state in
      state.isStopped = true
      state.hasPlan = true
      return state.entries
    }
    for (digest, entry) in entries where !wanted.contains(digest) { entry.task.cancel() }
  }

  /// Cancels unfinished work and waits until nothing is being written. Removes the downloads whose
  /// outcome no installation requested or, if there is no plan, all downloads started here.
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

  /// Fetches and unpacks an artifact. Returns `nil` if it cannot be fetched.
  private func work(on artifact: AnnouncedArtifact) async -> Outcome? {
    let isFetched = await fetcher.downloads.run {
      if Task.isCancelled { return false }
      return await fetcher.keep(artifact) { self.recordProgress($0, of: artifact.digest) }
    }
    guard isFetched else { return nil }
    // A single file is unpacked later, because only the plan contains its name.
    guard let format = ArchiveFormat(rawValue: artifact.format.text), !format.isSingleFile,
      !Task.isCancelled
    else { return .fetched }
    let folder = fetcher.staging.appending(artifact.digest.hexadecimal)
    do {
      return .unpacked(
        try await unpacker.unpack(
          fetcher.root.download(artifact.digest), format, into: folder, staging: fetcher.staging))
    } catch {
      // The install unpacks the artifact again and reports the problem. After a cancellation, the
      // files are deleted with the staging area.
      if !Task.isCancelled { try? folder.removeTree() }
      return .fetched
    }
  }

  /// Records and reports the progress of a download.
  private func recordProgress(_ byteCount: Int, of digest: SHA256Digest) {
    let progress = state.withLock { state in
      state.entries[digest]?.byteCount = byteCount
      return state.entries[digest]?.progress
    }
    progress?(byteCount)
  }
}
