internal import Manifests
internal import Versions
internal import Vocabulary

/// An argument of `add` that other package managers would understand, such as `ruff==0.15`.
struct MisspelledTool {
  private let word: String

  /// Creates the argument as it was written.
  init(_ word: String) { self.word = word }

  /// The arguments to type instead, or `nil` if the meaning is unclear.
  var meant: [String]? {
    for index in ["pypi", "gem"] where word.hasPrefix("\(index):") {
      let package = word.dropFirst(index.count + 1)
      return ToolName(package.lowercased()).map { [$0.text, "--\(index)", String(package)] }
    }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, let tool = ToolName(parts[1].lowercased()) {
      return [tool.text, "--github", word]
    }
    let name = word.prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }
    guard let tool = ToolName(name.lowercased()) else { return nil }
    let rest = word[name.endIndex...].drop { $0 == ":" || $0 == "@" || $0.isWhitespace }
    if rest.isEmpty { return name.count == word.count ? [tool.text] : nil }
    return Self.argument(tool, requiring: String(rest)).map { [$0] }
  }

  /// The argument `TOOL@REQUIREMENT` to type instead if this one is a requirement of `tool`, or
  /// `nil` if it is not a requirement.
  func asRequirement(of tool: String) -> String? {
    guard let first = word.first, first.isNumber || "=!<>~^".contains(first),
      let tool = ToolName(tool)
    else { return nil }
    return Self.argument(tool, requiring: word)
  }

  private static func argument(_ tool: ToolName, requiring text: String) -> String? {
    Requirement(approximating: text).map { "\(tool)@\($0.texts.joined(separator: ", "))" }
  }
}
