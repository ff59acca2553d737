package import Diagnostics
internal import Vocabulary

/// A table of a folder's tools and the progress of their installation that fits a terminal of any
/// size.
package struct ToolStateTable: Sendable {
  private let tools: [ToolState]
  /// The first line of the message about an unreadable file, or `nil` if there is none.
  private let problem: String?

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - tools: The tools, in the order in which to list them.
  ///   - problem: The problem with a file that names tools and cannot be read, or `nil` if all
  ///     files are readable.
  package init(_ tools: [ToolState], problem: Problem? = nil) {
    self.tools = tools
    self.problem = problem?.messages.first.map { "error: " + visible($0.headline) }
  }

  /// Returns a line for each tool that fits, and a total. No line is wider than `width` columns.
  ///
  /// - Parameter height: The number of lines, at least 2. If there are more tools than lines, tools
  ///   that another process is working on take precedence, followed by tools that are not
  ///   installed.
  package func lines(width: Int, height: Int) -> [String] {
    let room = max(1, height - (problem == nil ? 1 : 2))
    let shown = tools.count > room ? mostImportant(room - 1) : tools
    var lines = Self.lines(of: shown, width: width)
    if shown.count < tools.count { lines.append("and \(tools.count - shown.count) more") }
    lines.append(total)
    if let problem { lines.append(problem) }
    return lines.map { TextColumns.prefix($0, width) }
  }

  /// Returns the line for a tool, for a terminal that cannot move its cursor.
  package static func line(of tool: ToolState) -> String {
    "\(tool.tool)  \(version(of: tool))  \(tool.stage.words(isShort: false))  \(origin(of: tool))"
  }

  /// Returns the line for a tool that is no longer used, for a terminal that cannot move its
  /// cursor.
  package static func line(ofRemoved tool: ToolState) -> String {
    "\(tool.tool)  no longer used here"
  }

  /// Returns at most `count` tools, the most important ones, in their original order.
  private func mostImportant(_ count: Int) -> [ToolState] {
    let ranked = tools.indices.sorted { left, right in
      (tools[left].stage.rank, left) < (tools[right].stage.rank, right)
    }
    return ranked.prefix(count).sorted().map { tools[$0] }
  }

  /// Returns the lines for the tools, with the name, version, stage, and origin in columns. If they
  /// do not fit, first omits the origins, then shortens the stages, and finally the names.
  private static func lines(of tools: [ToolState], width: Int) -> [String] {
    let stages = tools.map { $0.stage.words(isShort: false) }
    let shortStages = tools.map { $0.stage.words(isShort: true) }
    let versionWidth = min(28, columnWidth(tools.map(version)))
    let nameWidth = min(28, columnWidth(tools.map(\.tool.text)))
    func lines(_ ends: [String], nameWidth: Int) -> [String] {
      zip(tools, ends).map { tool, end in
        cell(tool.tool.text, nameWidth) + cell(version(of: tool), versionWidth) + end
      }
    }
    let stageWidth = columnWidth(stages)
    let full = zip(stages, tools).map { cell($0, stageWidth) + origin(of: $1) }
    for ends in [full, stages, shortStages] {
      let lines = lines(ends, nameWidth: nameWidth)
      if columnWidth(lines) <= width { return lines }
    }
    let room = width - versionWidth - columnWidth(shortStages) - 4
    return lines(shortStages, nameWidth: min(nameWidth, max(8, room)))
  }

  /// Returns a text cut or padded to the width of its column, and the gap after the column.
  private static func cell(_ text: String, _ width: Int) -> String {
    TextColumns.padded(TextColumns.prefix(text, width), to: width) + "  "
  }

  private static func columnWidth(_ texts: [String]) -> Int {
    texts.map(TextColumns.count).max() ?? 0
  }

  private static func version(of tool: ToolState) -> String { visible(tool.version ?? "-") }

  private static func origin(of tool: ToolState) -> String { visible("\(tool.origin)") }

  /// The number of tools that are installed: `2 of 3 tools installed`.
  private var total: String {
    if tools.isEmpty { return "no tools are used here" }
    let installed = tools.count { if case .installed = $0.stage { true } else { false } }
    return "\(installed) of \(QuantityFormat.count(tools.count, "tool")) installed"
  }
}

extension ToolState.Stage {
  /// The stage in words: `downloading 43 %, 5.1 MB of 12 MB`, or `43 %` for a narrow terminal.
  fileprivate func words(isShort: Bool) -> String {
    switch self {
    case .notLocked: "not locked yet"
    case .notForPlatform(let platform): isShort ? "not here" : "not for \(platform)"
    case .missing: "not installed"
    case .downloading(let received, let total): Self.words(received, total, isShort)
    case .unpacking: "unpacking"
    case .building: "building"
    case .staged: isShort ? "unpacked" : "ready, waiting for other tools"
    case .installed(let size):
      "installed" + (isShort ? "" : size.map { ", \(QuantityFormat.bytes($0))" } ?? "")
    }
  }

  private static func words(_ received: Int, _ total: Int?, _ isShort: Bool) -> String {
    let amount = QuantityFormat.bytes(received)
    guard let total else { return isShort ? amount : "downloading, \(amount)" }
    if received >= total { return isShort ? "100 %" : "downloaded, \(amount)" }
    let part = "\(total > 0 ? received * 100 / total : 100) %"
    return isShort ? part : "downloading \(part), \(amount) of \(QuantityFormat.bytes(total))"
  }

  /// The priority of a tool in this stage if there is not enough room for all tools. The lowest
  /// rank comes first.
  fileprivate var rank: Int {
    switch self {
    case _ where isInProgress: 0
    case .missing, .notLocked: 1
    default: 2
    }
  }
}
