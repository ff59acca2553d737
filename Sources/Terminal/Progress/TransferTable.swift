package import Diagnostics

/// The artifacts in transfer and their progress, as a value that can be laid out at any width.
package struct TransferTable: Sendable {
  /// The stage of an artifact.
  package enum Stage: Sendable {
    case downloading, unpacking, uploading
    case building(Building)
    case done
  }

  /// The command line of a build that is running.
  package struct Building: Sendable {
    let stage: BuildStage
    /// The last line that it has printed, or the command line before the first.
    var line: String
    /// The time at which the step began.
    let start: ContinuousClock.Instant

    /// Creates the state before the command line prints anything. See the properties.
    package init(_ stage: BuildStage, line: String, start: ContinuousClock.Instant) {
      self.stage = stage
      self.line = line
      self.start = start
    }
  }

  private struct Row {
    let title: String
    let total: Int
    var completed = 0
    var stage = Stage.downloading
    let start: ContinuousClock.Instant

    var isDone: Bool { if case .done = stage { true } else { false } }
  }

  private var rows: [Row] = []
  private var indexes: [String: Int] = [:]
  private let start: ContinuousClock.Instant

  package var isEmpty: Bool { rows.isEmpty }

  /// Creates an empty table. `start` is the time from which the overall rate is measured.
  package init(start: ContinuousClock.Instant) { self.start = start }

  /// Adds a row for an artifact, unless it has one.
  ///
  /// - Parameters:
  ///   - title: The name of the row: `ruff 0.17.5`.
  ///   - total: The number of bytes to receive.
  package mutating func begin(_ title: String, total: Int, now: ContinuousClock.Instant) {
    if indexes[title] != nil { return }
    indexes[title] = rows.count
    rows.append(Row(title: title, total: total, start: now))
  }

  /// Updates the progress of a row.
  ///
  /// - Parameter completed: The number of bytes received so far.
  package mutating func advance(_ title: String, to completed: Int) {
    if let index = indexes[title] { rows[index].completed = completed }
  }

  /// Moves a row to the next stage and marks all of its bytes as received.
  package mutating func enter(_ stage: Stage, _ title: String) {
    guard let index = indexes[title] else { return }
    rows[index].stage = stage
    rows[index].completed = rows[index].total
  }

  /// Shows a line that the step of a build has printed.
  package mutating func show(_ line: String, of title: String) {
    guard let index = indexes[title], case .building(var building) = rows[index].stage else {
      return
    }
    building.line = line
    rows[index].stage = .building(building)
  }

  /// Returns the lines to show: one for each artifact in progress, at most `limit`, and a total. No
  /// line is wider than `width` columns.
  package func lines(width: Int, limit: Int, now: ContinuousClock.Instant) -> [String] {
    let running = rows.filter { !$0.isDone }
    let titleWidth = min(28, running.map(\.title.count).max() ?? 0)
    let amountWidth = running.map { Self.amount($0).count }.max() ?? 0
    var lines = running.prefix(limit).map {
      Self.line($0, titleWidth: titleWidth, amountWidth: amountWidth, width: width, now: now)
    }
    if running.count > limit { lines.append("  and \(running.count - limit) more") }
    lines.append(totalLine(width: width, now: now))
    return lines.map { String($0.prefix(width)) }
  }

  private static func line(
    _ row: Row, titleWidth: Int, amountWidth: Int, width: Int, now: ContinuousClock.Instant
  ) -> String {
    let title = "  " + String(row.title.prefix(titleWidth)).padded(to: titleWidth)
    switch row.stage {
    case .unpacking: return title + "  unpacking"
    case .uploading: return title + "  uploading"
    case .building(let building): return title + "  " + building.text(now: now)
    case .downloading, .done: break
    }
    let part = row.total > 0 ? min(100, row.completed * 100 / row.total) : 100
    let amount = amount(row)
    // The widest rate, `999 bytes/s`, has 11 columns; brackets and gaps have 8. The bars of all
    // rows have the same length.
    let room = width - title.count - amountWidth - 11 - 8
    guard room >= 8 else {
      return widest(of: [title + "  " + amount, title + "  \(part)%"], width: width)
    }
    return title + "  [" + bar(row.completed, of: row.total, width: min(30, room)) + "]  "
      + amount.padded(to: amountWidth) + "  " + rate(row.completed, since: row.start, now: now)
  }

  private static func amount(_ row: Row) -> String {
    "\(QuantityFormat.bytes(row.completed)) of \(QuantityFormat.bytes(row.total))"
  }

  /// Returns the first line that fits, or the last if none does.
  private static func widest(of lines: [String], width: Int) -> String {
    lines.first { $0.count <= width } ?? lines.last ?? ""
  }

  private func totalLine(width: Int, now: ContinuousClock.Instant) -> String {
    let completed = rows.reduce(0) { $0 + $1.completed }
    let total = rows.reduce(0) { $0 + $1.total }
    let done = rows.count(where: \.isDone)
    let count = "  \(done) of \(QuantityFormat.count(rows.count, "tool"))"
    let amount = count + ", \(QuantityFormat.bytes(completed)) of \(QuantityFormat.bytes(total))"
    let rate = Self.rate(completed, since: start, now: now)
    return Self.widest(of: [amount + ", " + rate, amount, count], width: width)
  }

  private static func bar(_ completed: Int, of total: Int, width: Int) -> String {
    let filled = total > 0 ? min(width, completed * width / total) : 0
    return String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
  }

  private static func rate(
    _ bytes: Int, since start: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) -> String {
    let milliseconds = max(1, Int((now - start) / .milliseconds(1)))
    return QuantityFormat.bytes(bytes * 1000 / milliseconds) + "/s"
  }
}

extension TransferTable.Building {
  /// The step, the time that it has run, and its line: `step 1 of 2, 0:12  cc -c lapi.c`.
  fileprivate func text(now: ContinuousClock.Instant) -> String {
    let seconds = max(0, Int((now - start) / .seconds(1)))
    let time = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    return "\(stage.words), \(time)  \(line)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
