package import Diagnostics
package import Filesystem
package import Terminal

/// One command of bootstrap at work: parse, call what does the work, say the result.
package protocol Command: Sendable {
  static var syntax: CommandSyntax { get }
}

/// Reads what was typed as far as every program of bootstrap reads it alike.
package struct Program: Sendable {
  package static let version = "0.1.0"

  /// The command that was asked for. nil where none was, which is a wish for help or for the version.
  package let syntax: CommandSyntax?
  package let arguments: ParsedArguments
  package let console: Console

  /// What was typed, the program's name first.
  package let typed: [[UInt8]]
  package let environment: Environment

  /// - Throws: `UsageProblem`, told through a console that already follows `--json` and `--color` as typed.
  package init(typed: [[UInt8]], environment: Environment) throws(Rejection) {
    self.typed = typed
    self.environment = environment
    let words = typed.dropFirst()
    let nameIndex = Self.nameIndex(in: words)
    do throws(UsageProblem) {
      if let nameIndex {
        let name = String(decoding: words[nameIndex], as: UTF8.self)
        guard let syntax = Catalog.syntax(named: name) else {
          throw .unknownCommand(name, nearest: nearestNames(to: name, in: Catalog.names))
        }
        self.syntax = syntax
        let rest = words[..<nameIndex] + words[(nameIndex + 1)...]
        arguments = try ArgumentReader.read(Array(rest), syntax: syntax)
      } else {
        syntax = nil
        arguments = try ArgumentReader.read(Array(words), syntax: Catalog.overview)
      }
      console = try Self.console(arguments, environment)
    } catch {
      let isJSON = words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
      throw Rejection(
        problem: error,
        console: Console(verbosity: .normal, isJSON: isJSON, color: .auto, environment: environment)
      )
    }
  }

  /// What was typed cannot be understood, and where to say so.
  package struct Rejection: Error {
    package let problem: UsageProblem
    package let console: Console
  }

  /// The first word that is neither an option nor an option's value.
  private static func nameIndex(in words: ArraySlice<[UInt8]>) -> Int? {
    var takesValue = false
    for index in words.indices {
      let word = String(decoding: words[index], as: UTF8.self)
      if takesValue {
        takesValue = false
      } else if word.hasPrefix("-") {
        takesValue = CommandSyntax.commonOptions.contains { option in
          option.value != nil && (option.name == word || option.short == word)
        }
      } else {
        return index
      }
    }
    return nil
  }

  private static func console(
    _ arguments: ParsedArguments, _ environment: Environment
  ) throws(UsageProblem) -> Console {
    var color = Style.Choice.auto
    if let value = arguments.values["--color"] {
      guard let choice = Style.Choice(rawValue: value) else {
        throw .badValue(value, option: "--color", expected: "auto, always or never")
      }
      color = choice
    }
    let verbosity: Console.Verbosity =
      arguments.has("--quiet") ? .quiet : arguments.has("--verbose") ? .verbose : .normal
    return Console(
      verbosity: verbosity, isJSON: arguments.has("--json"), color: color, environment: environment)
  }
}
