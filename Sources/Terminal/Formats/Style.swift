package import Filesystem

/// The text styles of a stream, which may have no color. No information is conveyed by color alone.
package struct Style: Hashable, Sendable {
  /// The value of `--color`.
  package enum Choice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  package let isColored: Bool

  /// Creates a style with or without color.
  package init(isColored: Bool) { self.isColored = isColored }

  /// Creates a style for a stream.
  ///
  /// With `auto`, a terminal gets color, unless `NO_COLOR` is set to a nonempty value or `TERM` is
  /// `dumb`.
  package init(_ choice: Choice, isTerminal: Bool, environment: Environment) {
    isColored =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && environment.nonEmpty("NO_COLOR") == nil && environment["TERM"] != "dumb"
      }
  }

  /// Returns `text` in bold.
  package func bold(_ text: String) -> String { wrap(text, "1") }
  /// Returns `text` dimmed, for verbose output.
  package func dim(_ text: String) -> String { wrap(text, "2") }
  /// Returns `text` in bold red.
  package func error(_ text: String) -> String { wrap(text, "1;31") }
  /// Returns `text` in bold yellow.
  package func warning(_ text: String) -> String { wrap(text, "1;33") }
  /// Returns `text` in green.
  package func success(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
