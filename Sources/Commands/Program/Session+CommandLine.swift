package import Diagnostics
internal import Terminal
package import Vocabulary

// The command line of the session, for messages about it.
extension Session {
  /// Returns the problem that two options exclude each other, with what each of them does.
  package func contradiction(_ first: String, _ second: String) -> Problem {
    let meanings = [first, second].compactMap { name in
      options.first { $0.name == name.prefix { $0 != " " } }?.help
    }
    return .usage(
      .contradiction(
        first, second, command: command, meanings: meanings.count == 2 ? meanings : []))
  }

  /// Returns the problem for a `text` that is not an exact version of `tool`. For a requirement
  /// such as `=1.4.2`, the problem includes the command line with just the version.
  package func badVersion(_ text: String, of tool: ToolName) -> Problem {
    let version = String(text.drop { $0 == "=" || $0 == " " })
    guard version != text, PinnedVersion(version) != nil else {
      return .usage(.badVersion(text, tool: tool.text))
    }
    let words = arguments.words.map { word in
      word == text || word.hasSuffix("@" + text) ? word.dropLast(text.count) + version : word
    }
    return .usage(
      .badVersion(text, tool: tool.text, retry: ["bootstrap", command] + words))
  }

  /// Returns the problem for a `text` after `@` that is neither a version of `tool` nor the first
  /// numbers of one. For `latest`, or a pattern such as `0.16.x`, adds the command line that means
  /// the same.
  package func badTypedVersion(_ text: String, of tool: ToolName) -> Problem {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)
    while let last = parts.last, ["x", "X", "*", "latest"].contains(last) { parts.removeLast() }
    let version = parts.joined(separator: ".")
    guard version != text, version.isEmpty || PinnedVersion(version) != nil else {
      return badVersion(text, of: tool)
    }
    let words = arguments.words.map { word in
      guard word.hasSuffix("\(tool)@\(text)") else { return word }
      return word.dropLast(text.count + 1) + (version.isEmpty ? "" : "@\(version)")
    }
    return .usage(.badVersion(text, tool: tool.text, retry: ["bootstrap", command] + words))
  }

  /// Returns the command line with other words in place of the argument `word`.
  package func retry(replacing word: String, with others: [String]) -> [String] {
    ["bootstrap", command] + arguments.replacing(word, with: others).words
  }

  /// Returns the command line with another option and value in place of an option.
  package func retry(replacingOption option: String, with other: (String, String)) -> [String] {
    ["bootstrap", command] + arguments.words(replacingOption: option, with: other)
  }

  /// Returns the command line without some arguments, followed by other words.
  package func retry(without dropped: [String] = [], appending others: [String]) -> [String] {
    ["bootstrap", command]
      + dropped.reduce(arguments) { $0.replacing($1, with: []) }.words + others
  }
}
