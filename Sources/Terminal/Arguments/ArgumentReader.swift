package import Diagnostics
internal import TextSearch

/// The options and arguments of a command, parsed according to its syntax.
package struct ParsedArguments: Sendable {
  package fileprivate(set) var flags: [String] = []
  /// The values given for each option, in their order. Most options take only one.
  fileprivate var allValues: [String: [String]] = [:]
  package fileprivate(set) var positionals: [String] = []
  /// The command to run and its arguments, byte for byte, for a command such as `exec`.
  package fileprivate(set) var command: [[UInt8]] = []
  /// All words as typed, without the command's name.
  package fileprivate(set) var words: [String] = []

  /// The value given for each option, or the last one if there are several.
  package var values: [String: String] { allValues.compactMapValues(\.last) }

  /// Returns the values of an option that may be given several times, in their order.
  package func values(of option: String) -> [String] { allValues[option] ?? [] }

  /// Returns the arguments with other words in place of each word that equals `word`, but parsed as
  /// before.
  package func replacing(_ word: String, with others: [String]) -> ParsedArguments {
    var result = self
    result.words = words.flatMap { $0 == word ? others : [$0] }
    return result
  }

  /// Returns the words as typed, with another option and value in place of an option.
  package func words(replacingOption option: String, with other: (String, String)) -> [String] {
    var result: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == option {
        rest = rest.dropFirst()
        result += [other.0, other.1]
      } else if word.hasPrefix("\(option)=") {
        result += [other.0, other.1]
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// Returns whether the flag was given.
  package func has(_ option: String) -> Bool { flags.contains(option) }
}

/// A parser of arguments according to a ``CommandSyntax``.
package struct ArgumentReader {
  private let syntax: CommandSyntax
  private let options: [CommandSyntax.Option]
  private var result = ParsedArguments()

  private init(_ syntax: CommandSyntax) {
    self.syntax = syntax
    options = syntax.options + CommandSyntax.commonOptions
  }

  /// Parses `arguments`, the words after the command's name.
  package static func read(
    _ arguments: [[UInt8]], syntax: CommandSyntax
  ) throws(UsageProblem) -> ParsedArguments {
    var reader = ArgumentReader(syntax)
    reader.result.words = arguments.map { String(decoding: $0, as: UTF8.self) }
    try reader.read(arguments[...])
    return reader.result
  }

  private mutating func read(_ arguments: ArraySlice<[UInt8]>) throws(UsageProblem) {
    var rest = arguments
    while let bytes = rest.popFirst() {
      let word = String(decoding: bytes, as: UTF8.self)
      if word == "--" {
        try takeAll(rest)
        return
      }
      if word.hasPrefix("-"), word != "-" {
        try readOption(word, rest: &rest)
      } else if case .command = syntax.arguments {
        result.command = [bytes] + rest
        return
      } else {
        try take(word)
      }
    }
    try checkCount()
  }

  /// Adds the words after `--`, none of which is an option.
  private mutating func takeAll(_ words: ArraySlice<[UInt8]>) throws(UsageProblem) {
    if case .command = syntax.arguments {
      result.command = Array(words)
    } else {
      for word in words { try take(String(decoding: word, as: UTF8.self)) }
    }
    try checkCount()
  }

  /// Adds a positional argument.
  private mutating func take(_ word: String) throws(UsageProblem) {
    guard case .list(_, _, let most) = syntax.arguments, result.positionals.count < most else {
      throw .unexpectedArgument(word, command: syntax.name)
    }
    result.positionals.append(word)
  }

  /// Checks that no required argument is missing, unless help was requested.
  private func checkCount() throws(UsageProblem) {
    if result.has("--help") { return }
    switch syntax.arguments {
    case .none: break
    case .list(let placeholder, let least, _):
      if result.positionals.count < least {
        throw .missingArgument(placeholder, command: syntax.name)
      }
    case .command(let placeholder):
      if result.command.isEmpty { throw .missingArgument(placeholder, command: syntax.name) }
    }
  }

  /// Parses an option. Takes its value from `rest` if `word` does not contain it.
  private mutating func readOption(
    _ word: String, rest: inout ArraySlice<[UInt8]>
  ) throws(UsageProblem) {
    let (name, attached) = Self.split(word)
    guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
      throw .unknownOption(
        name, command: syntax.name, nearest: nearestNames(to: name, in: options.map(\.name)))
    }
    guard option.value != nil else {
      if attached != nil { throw .valueForFlag(option.name, command: syntax.name) }
      result.flags.append(option.name)
      return
    }
    guard let value = attached ?? rest.popFirst().map({ String(decoding: $0, as: UTF8.self) })
    else {
      throw .optionWithoutValue(option.name, command: syntax.name)
    }
    // An alias of the shell may have set a common option already, so the last one wins.
    let isCommon = CommandSyntax.commonOptions.contains { $0.name == option.name }
    if !option.isRepeatable, !isCommon, result.allValues[option.name] != nil {
      throw .repeatedOption(option.name, command: syntax.name)
    }
    result.allValues[option.name, default: []].append(value)
  }

  /// Splits `--color=never` and `-Cdir` into a name and a value.
  private static func split(_ word: String) -> (name: String, value: String?) {
    if word.hasPrefix("--") {
      guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    let value = word.dropFirst(2)
    return (String(word.prefix(2)), value.isEmpty ? nil : String(value))
  }
}
