internal import Diagnostics
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
    if !manifests.remarks.isEmpty {
      text += "\n# left out:\n"
      text += manifests.remarks.map { "#   \($0.sentence)\n" }.joined()
    }
    self.text = text
  }
}

extension ManifestImport {
  /// What is left out, for JSON output.
  var leftOut: JSON { remarks.json }
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
