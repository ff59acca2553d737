package import Diagnostics
internal import Terminal

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
