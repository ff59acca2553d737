internal import Diagnostics
internal import Filesystem
internal import Importing
internal import Manifests
internal import Terminal
internal import Vocabulary
internal import Workflows

/// The text of a new Toolfile with the tools of other manifests.
struct ImportedToolfile {
  private static let heading = """
    # The tools of this project. After editing, run: bootstrap install

    """
  private static let examples = """
    #
    #   tool "ruff", "~> 0.17"
    #   tool "cmake", ">= 3.28", "< 5"

    """
  /// The platforms that a lock covers without a `platforms` line, and all others.
  private static var platforms: String {
    func list(_ platforms: [Platform]) -> String {
      platforms.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }
    let others = Platform.allCases.filter { !Platform.defaults.contains($0) }
    return """
      #
      # The lock covers these platforms, unless a line such as this one names others:
      #
      #   platforms \(list(Platform.defaults))
      #
      # There are also \(list(others)).

      """
  }

  /// The text, which ends with a newline.
  let text: String

  /// Writes the tools by the files that name them. Comments show the platforms that the lock
  /// covers, and what is left out. Without tools, they also show an example.
  init(_ manifests: ManifestImport) {
    var text = Self.heading
    if manifests.proposals.isEmpty { text += Self.examples }
    text += Self.platforms
    var file: String?
    for proposal in manifests.proposals {
      if proposal.origin.path != file {
        file = proposal.origin.path
        text += "\n# from \(file ?? "")\n"
      }
      text += proposal.tool.statement + "\n"
    }
    let room = Toolfile.maximumByteCount - text.utf8.count - Self.maximumLastLineByteCount
    self.text = text + Self.comments(manifests.report, limit: min(room, Self.maximumByteCount))
  }

  /// The maximum size of the comments in bytes. They have less room beside many tools, because the
  /// size of a Toolfile is limited.
  private static let maximumByteCount = 256 * 1024
  /// The maximum size of the line that counts the lines that are missing.
  private static let maximumLastLineByteCount = 96

  /// Returns comments that list what is left out. Cuts the list off before it exceeds `limit`.
  private static func comments(_ report: ImportReport, limit: Int) -> String {
    var text = ""
    let lines = report.lines
    for (index, line) in lines.enumerated() {
      if text.utf8.count + line.utf8.count + 4 > limit {
        return text + "# and \(QuantityFormat.count(lines.count - index, "more line")), "
          + "which `bootstrap import FILE --dry-run` prints\n"
      }
      text += (index == 0 ? "\n" : "") + "# \(line)\n"
    }
    return text
  }
}

extension ImportReport {
  /// Returns the members of JSON output that describe the Toolfile.
  static func json(at path: FilePath, isWritten: Bool, tools: [JSON]) -> [JSON.Member] {
    [
      .init(name: "schema", value: 1), .init(name: "toolfile", value: .string(path.string)),
      .init(name: "written", value: .bool(isWritten)),
      .init(name: "tools", value: .array(tools)),
    ]
  }

  /// The members of JSON output that account for all entries.
  var json: [JSON.Member] {
    [
      .init(name: "entry_count", value: .number(entryCount)),
      .init(name: "tool_count", value: .number(toolCount)),
      .init(name: "left_out_count", value: .number(leftOut.count)),
      .init(name: "left_out", value: leftOut.json), .init(name: "notes", value: notes.json),
      .init(
        name: "reasons",
        value: .array(
          groups.map { group in
            .object([
              "reason": .string(group.reason.code), "count": .number(group.remarks.count),
              "message": .string(group.heading),
            ])
          })),
    ]
  }
}

extension [ImportRemark] {
  /// The remarks for JSON output.
  var json: JSON {
    .array(
      map { remark in
        .object([
          "origin": .origin(remark.origin), "text": .string(remark.shownText),
          "reason": .string(remark.reason.code), "message": .string(remark.reason.sentence),
        ])
      })
  }
}
