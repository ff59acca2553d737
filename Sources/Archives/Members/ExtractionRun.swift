internal import Diagnostics
internal import Filesystem
internal import Synchronization

/// The state of a running extraction, shared by its threads.
final class ExtractionRun: Sendable {
  /// The directory to unpack into, or `nil` to write nothing.
  let root: OpenDirectory?
  let limits: ArchiveLimits
  /// Receives the size of each completed member.
  let progress: @Sendable (Int) -> Void
  /// Returns the path and executable bit to unpack a member with, or `nil` to skip the member.
  let place: @Sendable (ArchiveMember) -> MemberPlacement?
  /// The number of bytes at the start of each file to keep (``ExtractedFile/head``).
  let headSize: Int
  private let stopped = Atomic(false)

  init(
    root: OpenDirectory?, limits: ArchiveLimits, headSize: Int = 0,
    progress: @escaping @Sendable (Int) -> Void,
    place: @escaping @Sendable (ArchiveMember) -> MemberPlacement?
  ) {
    self.root = root
    self.limits = limits
    self.headSize = headSize
    self.progress = progress
    self.place = place
  }

  /// Stops all threads before they read or write more bytes.
  func cancel() { stopped.store(true, ordering: .relaxed) }

  /// Checks for a cancellation, and for work that takes too long. Call this before each piece of
  /// an archive.
  ///
  /// - Parameter start: The time since which reading the archive has yielded no byte. The clock
  ///   stops while the machine sleeps.
  /// - Throws: ``ArchiveError/cancelled`` after a cancellation, or ``ArchiveError/limit(_:)`` if
  ///   the time exceeds the limit.
  func checkProgress(since start: SuspendingClock.Instant) throws(ArchiveError) {
    try checkCancelled()
    if start.duration(to: .now) > .seconds(limits.idleSeconds) {
      throw .limit(.idle(seconds: limits.idleSeconds))
    }
  }

  /// Checks for a cancellation. Call this before each member.
  ///
  /// - Throws: ``ArchiveError/cancelled`` after a cancellation.
  func checkCancelled() throws(ArchiveError) {
    if stopped.load(ordering: .relaxed) { throw .cancelled }
  }
}

/// Returns the result of `body`, and rethrows its errors as ``ArchiveError/file(_:)``.
func onFile<Result: ~Copyable>(
  _ body: @autoclosure () throws(FileError) -> Result
) throws(ArchiveError) -> Result {
  do { return try body() } catch { throw .file(error) }
}

/// Returns the result of `body`, and rethrows its errors as ``ArchiveError/member(name:_:)``.
func onMember<Result>(
  _ name: String, _ body: () throws(MemberFailure) -> Result
) throws(ArchiveError) -> Result {
  do { return try body() } catch { throw .member(name: name, error) }
}
