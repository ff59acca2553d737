internal import Diagnostics
internal import Filesystem
internal import LibC
internal import Setup
internal import Vocabulary

// Hooks that are still running because their setup was killed.
extension SetupWorkflow {
  /// How long to wait for a hook to end by itself, because it may be almost done.
  private static let patience = Duration.seconds(30)
  /// How long to wait after asking it to end.
  private static let grace = Duration.seconds(5)

  /// Returns a closure that records the processes of a step's hook.
  func recording(
    _ step: SetupStep, of part: SetupRequest.Part
  ) -> @Sendable (ProcessIdentity?) throws(FileError) -> Void {
    { process throws(FileError) in
      guard let process else { return }
      var journal = try self.journal(of: part)
      try journal.run(step, as: process, now: WallClock.now)
    }
  }

  /// Waits for the hooks of an earlier setup that are still running, and stops those that take too
  /// long, so that a hook never runs twice at the same time.
  ///
  /// - Throws: ``Problem/interrupted``, which leaves them running.
  func awaitSurvivingHooks() async throws(Problem) {
    for part in request.parts {
      let attempts = try mappingFileErrors(try journal(of: part)).attempts
      for (step, attempt) in attempts.sorted(by: { $0.key < $1.key }) where attempt.ended == nil {
        guard let group = attempt.group, group.isRunning else { continue }
        observe(
          .notice(.setup(.stillRunning(step, process: group.process, limit: Self.patience))))
        let isCanceled = try await BlockingThread.mappingFileErrors { () throws(FileError) in
          Self.end(group)
        }
        if isCanceled { throw .interrupted }
      }
    }
  }

  /// Waits for a group to end, and stops it after ``patience``. Returns `true` as soon as the task
  /// is canceled.
  private static func end(_ group: ProcessIdentity) -> Bool {
    let start = ContinuousClock.now
    var isAsked = false
    while group.isRunning {
      if CancellationFlag.isCurrentSet { return true }
      let time = ContinuousClock.now - start
      if time >= patience + grace {
        group.endGroup(atOnce: true)
      } else if time >= patience, !isAsked {
        group.endGroup(atOnce: false)
        isAsked = true
      }
      usleep(50_000)
    }
    // Some processes of the group may have ignored the request to end.
    if isAsked { group.endGroup(atOnce: true) }
    return false
  }
}
