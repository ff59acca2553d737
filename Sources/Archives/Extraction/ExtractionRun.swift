internal import Diagnostics
internal import Filesystem
internal import Synchronization

/// One extraction under way, as all its threads see it.
final class ExtractionRun: Sendable {
  let root: OpenDirectory
  let limits: ArchiveLimits
  let progress: @Sendable (Int) -> Void
  let place: @Sendable (ArchiveMember) -> MemberPlacement?
  private let stopped = Atomic(false)

  init(
    root: OpenDirectory, limits: ArchiveLimits, progress: @escaping @Sendable (Int) -> Void,
    place: @escaping @Sendable (ArchiveMember) -> MemberPlacement?
  ) {
    self.root = root
    self.limits = limits
    self.progress = progress
    self.place = place
  }

  func cancel() { stopped.store(true, ordering: .relaxed) }

  /// To be asked before each member.
  func checkCancelled() throws(ArchiveError) {
    if stopped.load(ordering: .relaxed) { throw .cancelled }
  }
}

/// Turns the error of a file operation into that of the archive.
func onFile<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(ArchiveError) -> Result {
  do throws(FileError) { return try body() } catch { throw .file(error) }
}

/// Turns what is wrong with a member into the archive's error that names it.
func onMember<Result>(
  _ name: String, _ body: () throws(MemberFailure) -> Result
) throws(ArchiveError) -> Result {
  do throws(MemberFailure) { return try body() } catch { throw .member(name: name, error) }
}
