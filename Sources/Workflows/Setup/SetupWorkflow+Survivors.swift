internal import Diagnostics
internal import Filesystem
internal import LibC
internal import Setup
internal import Vocabulary

// Hooks that outlive their set-up, because it was killed.
extension SetupWorkflow {
  /// The time that a surviving hook gets to end by itself. It may be about to finish.
  private static let patience = Duration.seconds(30)
  /// The time that it then has to end after a request.
  private static let grace = Duration.seconds(5)

  /// Returns a function that records the processes of a step's hook.
  func recording(
    _ step: SetupStep, of part: SetupRequest.Part
  ) -> @Sendable (ProcessIdentity?) throws(FileError) -> Void {
    { process throws(FileError) in
      guard let process else { return }
      var journal = try self.journal(of: part)
      try journal.run(step, as: process, now: WallClock.now)
    }
  }

  /// Waits for the hooks of an earlier set-up that still run, and ends those that take too long, so
  /// that no hook runs beside itself.
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

  /// Waits for a group, and ends it when its time is up. Returns true as soon as the task is
  /// canceled.
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
    // Whatever ignored the request.
    if isAsked { group.endGroup(atOnce: true) }
    return false
  }
}
