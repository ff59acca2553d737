internal import Commands
internal import Diagnostics
internal import Manifests
internal import Terminal
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
  /// `nil` if it is not a requirement. `tool` may already include a first part, as in
  /// `ruff@>= 0.16`.
  func asRequirement(of tool: String) -> String? {
    let parts = tool.split(separator: "@", maxSplits: 1)
    guard let first = word.first, let tool = parts.first.flatMap({ ToolName($0) }),
      beginsWithOperator || first.isNumber && parts.count == 1
    else { return nil }
    return Self.argument(tool, requiring: (parts.dropFirst() + [word[...]]).joined(separator: ", "))
  }

  /// Whether the argument can only be a requirement.
  private var beginsWithOperator: Bool { word.first.map { "=!<>~^".contains($0) } ?? false }

  private static func argument(_ tool: ToolName, requiring text: String) -> String? {
    Requirement(approximating: text).map { "\(tool)@\($0.texts.joined(separator: ", "))" }
  }
}

extension Session {
  /// Returns a problem if the requirement of `tool` is in arguments of its own, or `nil` if the
  /// first of `words`, the arguments after the tool, is not a requirement. The problem suggests a
  /// command line with the requirement in the tool's argument.
  func requirementApart(_ words: ArraySlice<String>, of tool: String) -> Problem? {
    var typed = arguments.words
    guard let first = words.first, let index = typed.firstIndex(of: tool) else { return nil }
    for word in words {
      guard let whole = MisspelledTool(word).asRequirement(of: typed[index]) else { break }
      typed[index] = whole
      if let place = typed[(index + 1)...].firstIndex(of: word) { typed.remove(at: place) }
    }
    if typed[index] == tool { return nil }
    return .usage(
      .requirementApart(
        first, tool: String(tool.prefix { $0 != "@" }), retry: ["bootstrap", command] + typed))
  }
}
