package import Diagnostics
internal import Synchronization

/// The progress display of an install or a check: live lines on a terminal, plain lines elsewhere,
/// and nothing with `--quiet` or `--json`.
package final class ProgressDisplay: Sendable {
  private struct State {
    var table: TransferTable
    /// How much of a check is done, or `nil` if nothing is checked.
    var check: (completed: Int, total: Int)?
    var region = LiveRegion()
    /// The notices printed so far.
    var reported: Set<Notice> = []
    /// Whether the live lines have been removed. Nothing is drawn until they are shown again.
    var isOver = false
  }

  /// The form of the output: live lines, plain lines, or nothing.
  private enum Form {
    case live, plain, silent
  }

  private let console: Console
  private let form: Form
  private let state: Mutex<State>

  /// The time between frames; a shorter one makes no visible difference.
  private static let interval = Duration.milliseconds(80)
  /// The maximum number of artifacts with a line of their own.
  private static let mostRows = 10

  /// Creates a display for the console's standard error.
  package init(_ console: Console) {
    self.console = console
    form =
      console.verbosity == .quiet || console.isJSON
      ? .silent : console.columns == nil ? .plain : .live
    state = Mutex(State(table: TransferTable(start: .now)))
  }

  /// Announces a download of `byteCount` bytes. A title looks like `ruff 0.17.5`.
  package func downloading(_ title: String, byteCount: Int) {
    change { $0.begin(title, total: byteCount, now: .now) }
    if form == .plain {
      console.report(.progress(.downloading(title: title, byteCount: byteCount)))
    }
  }

  /// Notes that `byteCount` bytes have arrived so far.
  package func received(_ title: String, byteCount: Int) {
    change { $0.advance(title, to: byteCount) }
  }

  /// Notes that the artifact is being unpacked.
  package func unpacking(_ title: String) {
    change {
      $0.begin(title, total: 0, now: .now)
      $0.enter(.unpacking, title)
    }
  }

  /// Notes that the files are being copied to a mirror.
  package func uploading(_ title: String) {
    change {
      $0.begin(title, total: 0, now: .now)
      $0.enter(.uploading, title)
    }
  }

  /// Notes that a build applies a patch or starts a step.
  package func building(_ title: String, _ stage: BuildStage, _ command: String) {
    change {
      $0.begin(title, total: 0, now: .now)
      $0.enter(.building(.init(stage, line: command, start: .now)), title)
    }
    if form == .plain {
      console.report(
        .progress(.building(title: title, stage, command: command)))
    }
  }

  /// Notes that a step of a build printed lines. The live display shows the last one. `--verbose`
  /// prints all of them.
  package func printed(_ lines: [String], by title: String) {
    guard let last = lines.last else { return }
    change { $0.show(last, of: title) }
    if console.verbosity != .verbose || form == .silent { return }
    state.withLock { state in
      report(lines.map { .progress(.printed($0, title: title)) }, above: &state.region)
    }
  }

  /// Notes that the artifact is unpacked.
  package func done(_ title: String) {
    change { $0.enter(.done, title) }
  }

  /// Notes that a check has completed `count` of `total` versions.
  package func checked(_ count: Int, of total: Int) {
    if form == .live { state.withLock { $0.check = (count, total) } }
  }

  private func change(_ body: (inout TransferTable) -> Void) {
    if form != .silent { state.withLock { body(&$0.table) } }
  }

  /// Prints a notice above the live lines, unless it was printed before.
  package func report(_ notice: Notice) {
    state.withLock { state in
      if !state.reported.insert(notice).inserted || console.verbosity == .quiet { return }
      report([notice], above: &state.region)
    }
  }

  private func report(_ notices: [Notice], above region: inout LiveRegion) {
    Console.write(region.clear(columns: console.columns ?? 80), to: 2)
    for notice in notices { console.report(notice) }
  }

  /// Updates the live lines while `work` runs, and removes them when it returns or throws.
  ///
  /// If the user had to be asked for consent, the work starts over, and so does the display.
  package func show<Value: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard form == .live else { return try await work() }
    state.withLock { state in
      if state.isOver { (state.isOver, state.table) = (false, TransferTable(start: .now)) }
    }
    let drawing = Task { [self] in
      while !Task.isCancelled {
        draw()
        try? await Task.sleep(for: Self.interval)
      }
    }
    defer {
      drawing.cancel()
      erase()
    }
    return try await work()
  }

  private func draw() {
    guard let columns = console.columns else { return }
    state.withLock { state in
      if state.isOver { return }
      if let check = state.check {
        let line = Self.line(of: check)
        Console.write(state.region.frame([line], columns: columns), to: 2)
        return
      }
      if state.table.isEmpty { return }
      // The last column stays empty because some terminals wrap after it.
      let lines = state.table.lines(width: columns - 1, limit: Self.mostRows, now: .now)
      Console.write(state.region.frame(lines, columns: columns), to: 2)
    }
  }

  private static func line(of check: (completed: Int, total: Int)) -> String {
    "verifying \(QuantityFormat.number(check.completed)) of "
      + "\(QuantityFormat.number(check.total)) version\(check.total == 1 ? "" : "s")"
  }

  private func erase() {
    state.withLock { state in
      state.isOver = true
      Console.write(state.region.clear(columns: console.columns ?? 80), to: 2)
    }
  }
}
