/// The syntax of a command, described once for parsing, help, and completion.
package struct CommandSyntax: Sendable {
  /// A flag, or an option with a value.
  package struct Option: Sendable {
    /// The long name: `--frozen`.
    package let name: String
    /// The short name: `-C`. `nil` if there is none.
    package let short: String?
    /// The placeholder for the value in help: `DIR`. `nil` for a flag.
    package let value: String?
    package let help: String

    /// Creates an option. `help` begins with a lowercase verb or noun.
    package init(_ name: String, short: String? = nil, value: String? = nil, _ help: String) {
      self.name = name
      self.short = short
      self.value = value
      self.help = help
    }
  }

  /// A command line for the end of the help text.
  package struct Example: Sendable {
    package let command: String
    package let meaning: String

    /// Creates an example. `meaning` may be empty.
    package init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  /// The positional arguments that a command takes.
  package enum Arguments: Sendable {
    case none
    /// Arguments of one kind; `placeholder` names them in help: `TOOL[@VERSION]`.
    case list(placeholder: String, atLeast: Int, atMost: Int)
    /// A command to run and its arguments, none of which bootstrap interprets.
    case command(placeholder: String)

    var placeholder: String? {
      switch self {
      case .none: nil
      case .list(let placeholder, _, _), .command(let placeholder): placeholder
      }
    }
  }

  /// The groups of commands in `bootstrap help`, in order.
  package enum Family: String, CaseIterable, Sendable {
    case locking, using, choosing, installing, placing

    package var title: String {
      switch self {
      case .locking, .using: "project"
      case .choosing, .installing, .placing: "versions"
      }
    }
  }

  package let name: String
  package let summary: String
  package let family: Family?
  package let arguments: Arguments
  package let options: [Option]
  package let details: [String]
  package let examples: [Example]

  /// Creates the syntax of a command.
  ///
  /// - Parameters:
  ///   - family: The group in `bootstrap help`. `nil` keeps the command out of it.
  ///   - details: Lines between the usage line and the options in the help text.
  package init(
    _ name: String, _ summary: String, family: Family? = nil, arguments: Arguments = .none,
    options: [Option] = [], details: [String] = [], examples: [Example]
  ) {
    self.name = name
    self.summary = summary
    self.family = family
    self.arguments = arguments
    self.options = options
    self.details = details
    self.examples = examples
  }

  /// The options that every command takes.
  package static let commonOptions: [Option] = [
    Option("--directory", short: "-C", value: "DIR", "run as if started in DIR"),
    Option("--json", "print results and errors as JSON"),
    Option("--quiet", short: "-q", "print only data and errors"),
    Option("--verbose", short: "-v", "print more detail"),
    Option("--color", value: "WHEN", "use color: auto, always, or never"),
    Option("--help", short: "-h", "show this help"),
  ]
}
