package import Diagnostics
package import Filesystem

/// A shell that bootstrap can be activated in.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The names of all shells, as a placeholder in help. A literal, because the program of the hook
  /// would otherwise join the names in every folder that the user enters.
  package static let placeholder = "bash|zsh|fish"

  /// Creates the shell with this name.
  ///
  /// - Throws: ``UsageProblem/unknownShell(_:known:line:)`` if there is no such shell.
  package init(named name: String) throws(Problem) {
    guard let shell = Shell(rawValue: name) else {
      throw .usage(.unknownShell(name, known: Self.allCases.map(\.rawValue)))
    }
    self = shell
  }

  /// The user's login shell, as `SHELL` names it, or `nil` if it is none of these.
  package init?(login environment: Environment) {
    guard let path = environment.path("SHELL") else { return nil }
    self.init(rawValue: path.lastComponent)
  }

  /// Returns the line that activates bootstrap in this shell.
  ///
  /// - Parameters:
  ///   - program: The program as a word of this shell.
  ///   - isDirect: Whether to activate the direct mode.
  package func activation(by program: String, isDirect: Bool = false) -> String {
    let command = "\(program) activate \(isDirect ? "--direct " : "")\(rawValue)"
    return self == .fish ? "\(command) | source" : "eval \"$(\(command))\""
  }

  /// Returns `text` as one word of this shell, in single quotes.
  package func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    var word = [quote]
    for byte in text {
      switch (byte, self) {
      case (quote, .fish), (UInt8(ascii: "\\"), .fish): word += [UInt8(ascii: "\\"), byte]
      case (quote, _): word += "'\\''".utf8
      default: word.append(byte)
      }
    }
    return word + [quote]
  }

  /// Returns `text` as one word of this shell, in single quotes.
  package func quoted(_ text: String) -> String {
    String(decoding: quoted(text.utf8), as: UTF8.self)
  }
}
