internal import Diagnostics
internal import Filesystem
internal import Terminal
internal import Vocabulary
internal import Workflows

/// The output of `list --watch`: a table that is redrawn in place, or a line for each change.
struct ToolWatchDisplay {
  private let console: Console
  private let form: Console.LiveForm
  private var region = LiveRegion()
  /// The size of the terminal when the table was last drawn, or `nil` if it was never drawn.
  private var size: (columns: Int, rows: Int)?
  private var problem: Problem?

  /// Creates a display on the console's standard output.
  init(_ console: Console, _ environment: Environment) {
    self.console = console
    form = console.liveForm(environment)
  }

  /// Shows an update. Returns whether the output still has a reader.
  mutating func show(_ update: ToolWatch.Update) -> Bool {
    switch form {
    case .redrawn: draw(update)
    case .lines:
      let lines = update.changes.compactMap(\.line)
      console.print(lines, json: .null)
      if let new = update.problem, new != problem { console.report(new) }
    case .json:
      for change in update.changes { console.print(jsonLine: change.json) }
      if let new = update.problem, new != problem { console.print(jsonLineFor: new) }
    }
    problem = update.problem
    return console.hasReader
  }

  private mutating func draw(_ update: ToolWatch.Update) {
    let now = console.outputSize
    if let size, size == now, update.changes.isEmpty, update.problem == problem { return }
    size = now
    // The last column stays empty because some terminals wrap after it, and the last row because
    // the cursor is there.
    let lines = ToolStateTable(update.tools, problem: update.problem)
      .lines(width: now.columns - 1, height: now.rows - 1)
    console.draw(region.frame(lines, columns: now.columns))
  }

  /// Prepares the terminal for the shell: removes the table, or ends the line on which the terminal
  /// has echoed the interrupt key.
  mutating func end() {
    switch form {
    case .redrawn: console.draw(region.clear(columns: console.outputSize.columns))
    case .lines: console.print("")
    case .json: break
    }
  }
}

extension ToolChange {
  /// The change as a line of text, or `nil` if the only change is the progress of a download.
  fileprivate var line: String? {
    switch self {
    case .inserted(let tool, _): return ToolStateTable.line(of: tool)
    case .removed(let tool, _): return ToolStateTable.line(ofRemoved: tool)
    case .updated(let tool, _):
      if case .downloading(let received, _) = tool.stage, received > 0 { return nil }
      return ToolStateTable.line(of: tool)
    }
  }

  /// The change as a line of JSON.
  fileprivate var json: JSON {
    let (word, tool, position) =
      switch self {
      case .inserted(let tool, let position): ("inserted", tool, position)
      case .removed(let tool, let position): ("removed", tool, position)
      case .updated(let tool, let position): ("updated", tool, position)
      }
    return .object([
      "schema": 1, "change": .string(word), "at": .number(position), "tool": tool.json,
    ])
  }
}

extension ToolState {
  fileprivate var json: JSON {
    var (received, total, size): (Int?, Int?, Int?) = (nil, nil, nil)
    let word: String
    switch stage {
    case .notLocked: word = "not-locked"
    case .notForPlatform: word = "not-for-platform"
    case .missing: word = "missing"
    case .downloading(let count, let all): (word, received, total) = ("downloading", count, all)
    case .unpacking: word = "unpacking"
    case .building: word = "building"
    case .staged: word = "staged"
    case .installed(let count): (word, size) = ("installed", count)
    }
    func number(_ value: Int?) -> JSON { value.map { .number($0) } ?? .null }
    return .object([
      "name": .string(tool.text), "version": .optional(version),
      "id": .optional(id?.description), "origin": .origin(origin), "stage": .string(word),
      "received": number(received), "total": number(total), "size": number(size),
    ])
  }
}
