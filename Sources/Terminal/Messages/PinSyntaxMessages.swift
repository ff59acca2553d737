internal import Diagnostics
internal import Vocabulary

extension SyntaxProblem {
  /// The command that replaces a range or an alias in a pin file by an exact version, or `nil` for
  /// other faults.
  var pinningCommand: String? {
    guard case .rangeAsVersion(let tool, let text) = fault, let path = origin.path else {
      return nil
    }
    let words = ([tool] + [SyntaxFault.numbers(in: text)].compactMap { $0 }).map(shellWord)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isLocal = parts.last == ".tool-version"
    let folder = parts.dropLast().joined(separator: "/")
    return bootstrapCommand(
      "\(isLocal ? "local" : "global") --install \(words.joined(separator: " "))",
      in: isLocal && !folder.isEmpty ? folder : nil)
  }
}

extension SyntaxFault {
  /// Returns the first numbers in the text of a version or a range: `24` for `24.x` and `>= 24`.
  fileprivate static func numbers(in text: String) -> String? {
    let start = text.drop { !$0.isASCII || !$0.isNumber }
    let parts = start.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }.split(separator: ".")
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }

  /// Returns the requirement that a range probably means, or `nil` if it has no number.
  static func range(_ text: String) -> String? {
    numbers(in: text).map { "~> " + ($0.contains(".") ? $0 : "\($0).0") }
  }
}
