package import Filesystem

/// Whether a stream gets colour, and the few marks that bootstrap uses. Nothing is said by colour alone.
package struct Style: Hashable, Sendable {
  package enum Choice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// `auto` is colour on a terminal, unless `NO_COLOR` is set and not empty or `TERM` is `dumb`.
  package init(_ choice: Choice, isTerminal: Bool, environment: Environment) {
    isColored =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && environment.nonEmpty("NO_COLOR") == nil && environment["TERM"] != "dumb"
      }
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func error(_ text: String) -> String { wrap(text, "1;31") }
  package func warning(_ text: String) -> String { wrap(text, "1;33") }
  package func success(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
