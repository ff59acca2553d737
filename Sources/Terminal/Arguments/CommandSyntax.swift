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

  /// Another word for a command, which users of other programs type.
  package struct Alias: Sendable {
    package let name: String
    /// The options that the word implies, such as `--available` for `ls-remote`.
    package let options: [String]

    /// Creates an alias. `options` must be options of the command.
    package init(_ name: String, options: [String] = []) {
      self.name = name
      self.options = options
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
  /// Other words for the command. No other command has them as a name or alias.
  package let aliases: [Alias]
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
    _ name: String, _ summary: String, family: Family? = nil, aliases: [Alias] = [],
    arguments: Arguments = .none, options: [Option] = [], details: [String] = [],
    examples: [Example]
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.family = family
    self.arguments = arguments
    self.options = options
    self.details = details
    self.examples = examples
  }

  /// The name of the command, then its aliases.
  package var names: [String] { [name] + aliases.map(\.name) }

  /// Returns whether `word` is the name of the command or one of its aliases.
  package func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains { $0.name == word }
  }

  /// Returns the options that `word` implies, or none if it is the name of the command.
  package func options(impliedBy word: String) -> [String] {
    aliases.first { $0.name == word }?.options ?? []
  }

  /// Returns the command and the options that an alias stands for: `versions --available`.
  package func meaning(of alias: Alias) -> String {
    ([name] + alias.options).joined(separator: " ")
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
