/// The syntax of a command, described once for parsing and help.
package struct CommandSyntax: Sendable {
  /// A flag, or an option with a value.
  package struct Option: Sendable {
    /// The long name: `--frozen`.
    package let name: String
    /// The short name, such as `-C`, or `nil` if there is none.
    package let short: String?
    /// The placeholder for the value in help, such as `DIR`, or `nil` for a flag.
    package let value: String?
    package let help: String
    /// Whether the option may be given several times, each time with another value.
    package let isRepeatable: Bool

    /// Creates an option. `help` begins with a lowercase verb or noun.
    package init(
      _ name: String, short: String? = nil, value: String? = nil, _ help: String,
      isRepeatable: Bool = false
    ) {
      self.name = name
      self.short = short
      self.value = value
      self.help = help
      self.isRepeatable = isRepeatable
    }
  }

  /// A command line at the end of the help text, with its meaning.
  package struct Example: Sendable {
    package let command: String
    package let meaning: String

    /// Creates an example. `meaning` begins with a lowercase verb in the imperative.
    package init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  /// The positional arguments that a command takes.
  package enum Arguments: Sendable {
    case none
    /// At least `atLeast` and at most `atMost` arguments, which help shows as `placeholder`, such
    /// as `TOOL[@VERSION]`.
    case list(placeholder: String, atLeast: Int, atMost: Int)
    /// A command to run and its arguments, none of which bootstrap interprets.
    case command(placeholder: String)
  }

  /// The families of commands, in the order of `bootstrap help`. Families with the same title form
  /// one group there.
  package enum Family: String, CaseIterable, Sendable {
    case locking, using, choosing, pinning, maintaining, placing

    package var title: String {
      switch self {
      case .locking, .using: "project"
      case .choosing, .pinning: "versions"
      case .maintaining, .placing: "maintenance"
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
  ///   - family: The family in `bootstrap help`, or `nil` to leave the command out.
  ///   - details: Lines below the summary in the help text.
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
    Option("--quiet", short: "-q", "print only results and errors"),
    Option("--verbose", short: "-v", "print more detail"),
    Option("--color", value: "WHEN", "use color: auto, always, or never"),
    Option("--help", short: "-h", "show this help"),
  ]
}
