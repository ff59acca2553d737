internal import Diagnostics
internal import Terminal
internal import Workflows

/// Formats a plan as text and as JSON.
enum SetupText {
  /// Returns the steps as a table, with the command lines of open steps below them.
  static func lines(of reports: [SetupStepReport]) -> [String] {
    let rows = reports.map(\.row)
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(reports, rows).flatMap { report, row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count + 2)
      }
      var line = cells.joined() + row[2]
      while line.last == " " { line.removeLast() }
      let indent = String(repeating: " ", count: (widths.first ?? 0) + 4)
      return [line] + report.commandLines.map { indent + $0 }
    }
  }

  static func json(of plan: SetupPlan) -> JSON {
    .object([
      "schema": 1, "complete": true,
      "steps": .array(plan.entries.map(\.report.json)),
      "remaining": .strings(plan.unavailable.map(\.words)),
    ])
  }
}
