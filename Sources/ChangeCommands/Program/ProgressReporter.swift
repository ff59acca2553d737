internal import Installation
internal import Synchronization
internal import Terminal

/// Shows an install at work: lines that move on a terminal, plain lines elsewhere, nothing with `--quiet`.
final class ProgressReporter: Sendable {
  private struct State {
    var board: TransferBoard
    var region = LiveRegion()
    var said: Set<String> = []
    /// Set once the last frame was taken away: what comes later is not drawn.
    var isOver = false
  }

  private enum Form {
    case moving, plain, silent
  }

  private let console: Console
  private let form: Form
  private let state: Mutex<State>

  /// The rate of frames; a person sees no difference above it.
  private static let interval = Duration.milliseconds(80)
  private static let mostRows = 10

  init(_ console: Console) {
    self.console = console
    form =
      console.verbosity == .quiet || console.isJSON
      ? .silent : console.columns == nil ? .plain : .moving
    state = Mutex(State(board: TransferBoard(start: .now)))
  }

  func observe(_ event: InstallEvent) {
    guard form != .silent else { return }
    state.withLock { state in
      switch event {
      case .downloading(let title, let byteCount):
        state.board.begin(title, total: byteCount, now: .now)
        if form == .plain { console.note("downloading \(title) (\(Quantities.bytes(byteCount)))") }
      case .received(let title, let byteCount): state.board.advance(title, to: byteCount)
      case .unpacking(let title):
        state.board.begin(title, total: 0, now: .now)
        state.board.enter(.unpacking, title)
      case .staged(let title): state.board.enter(.done, title)
      case .synchronizing: break
      }
    }
  }

  /// Says a line above those that move. A line that was said before is not said again.
  func say(_ line: String) {
    state.withLock { state in
      if !state.said.insert(line).inserted || console.verbosity == .quiet { return }
      Console.write(state.region.clear(columns: console.columns ?? 80), to: 2)
      console.note(line)
    }
  }

  /// Warns above the lines that move.
  func warn(_ message: Message) {
    state.withLock { state in
      if console.verbosity == .quiet { return }
      Console.write(state.region.clear(columns: console.columns ?? 80), to: 2)
      console.warn(message)
    }
  }

  /// Runs `work` while the lines move; they are gone when it returns, however it ends.
  func show<Value: Sendable, Failure: Error>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard form == .moving else { return try await work() }
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
      if state.isOver || state.board.isEmpty { return }
      // The last column stays free: some terminals break the line after it.
      let lines = state.board.lines(width: columns - 1, limit: Self.mostRows, now: .now)
      Console.write(state.region.frame(lines, columns: columns), to: 2)
    }
  }

  private func erase() {
    state.withLock { state in
      state.isOver = true
      Console.write(state.region.clear(columns: console.columns ?? 80), to: 2)
    }
  }
}
