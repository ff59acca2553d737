internal import Commands
internal import Diagnostics
internal import Terminal

/// What a command can be told to do by its first argument, such as `push` of `mirror`.
struct Subcommand {
  let name: String
  /// The argument that must follow, as the help of the command calls it, or `nil` if none must.
  var required: String?
  /// Whether further arguments may follow.
  var takesMore = false
}

extension Session {
  /// Returns the subcommand that the first argument names, and the arguments after it.
  ///
  /// - Throws: ``UsageProblem/unexpectedArgument(_:command:counterparts:)`` if there is no such
  ///   subcommand or if it takes fewer arguments, or
  ///   ``UsageProblem/missingArgument(_:command:)``.
  func subcommand(
    of subcommands: [Subcommand]
  ) throws(Problem) -> (name: String, arguments: [String]) {
    let word = arguments.positionals[0]
    let rest = Array(arguments.positionals.dropFirst())
    guard let found = subcommands.first(where: { $0.name == word }) else {
      throw .usage(.unexpectedArgument(word, command: command))
    }
    if let required = found.required, rest.isEmpty {
      throw .usage(.missingArgument(required, command: "\(command) \(word)"))
    }
    let limit = found.required == nil ? 0 : 1
    if rest.count > limit, !found.takesMore {
      throw .usage(.unexpectedArgument(rest[limit], command: command))
    }
    return (word, rest)
  }
}
