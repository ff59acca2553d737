/// How a command is typed, described once for parsing, help and completion.
package struct CommandSyntax: Sendable {
  package struct Option: Sendable {
    /// `--frozen`
    package let name: String
    /// `-C`; nil where there is none.
    package let short: String?
    /// What stands for the value in help: `DIR`. nil for a flag.
    package let value: String?
    package let help: String

    package init(_ name: String, short: String? = nil, value: String? = nil, _ help: String) {
      self.name = name
      self.short = short
      self.value = value
      self.help = help
    }
  }

  package struct Example: Sendable {
    package let command: String
    package let meaning: String

    package init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }

  /// The positional arguments a command takes.
  package enum Arguments: Sendable {
    case none
    /// `placeholder` is what help calls one: `TOOL[@VERSION]`.
    case list(placeholder: String, atLeast: Int, atMost: Int)
    /// A command with arguments of its own: nothing after its name is ours.
    case command(placeholder: String)

    var placeholder: String? {
      switch self {
      case .none: nil
      case .list(let placeholder, _, _), .command(let placeholder): placeholder
      }
    }
  }

  /// The lists of commands in help, in order, and their titles.
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
    Option("--directory", short: "-C", value: "DIR", "work as if started in DIR"),
    Option("--json", "print facts and errors as JSON"),
    Option("--quiet", short: "-q", "say nothing but data and errors"),
    Option("--verbose", short: "-v", "say how it is done"),
    Option("--color", value: "WHEN", "auto, always or never"),
    Option("--help", short: "-h", "show this"),
  ]
}
