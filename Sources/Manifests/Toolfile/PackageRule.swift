internal import TextSearch
package import Vocabulary

/// What a definition states about the package manager that a tool has of its own: a variable that
/// tells it where to install programs, or an argument with which it installs them.
package struct PackageRule: Hashable, Sendable, CustomStringConvertible {
  /// What a value begins with if it contains the path of the folder of the packages.
  package static let folderWord = "{packages}"
  /// What the text of an argument begins with.
  package static let argumentWord = "after "

  /// The rule as text: `NAME=value`, or `after EXECUTABLE ARGUMENT`.
  package let description: String

  /// Creates the rule of a variable from `NAME` or `NAME=value`, or returns `nil` if the name is
  /// invalid or reserved, or if the value contains a control character or ``folderWord`` past its
  /// start.
  ///
  /// A value that begins with ``folderWord`` begins with the folder of the packages. Without a
  /// value, the variable is set to this folder.
  package init?(variable text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].utf8
    let value = parts.count > 1 ? parts[1] : Self.folderWord[...]
    guard let first = name.first, first < UInt8(ascii: "0") || first > UInt8(ascii: "9"),
      name.allSatisfy(Self.isPartOfName),
      // bootstrap itself sets these.
      parts[0] != "PATH", !parts[0].hasPrefix("BOOTSTRAP_"),
      value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      !value.dropFirst().contains(Self.folderWord)
    else { return nil }
    description = "\(parts[0])=\(value)"
  }

  /// Creates the rule of an argument, such as `--global` of `npm`: after such a command, there may
  /// be new programs. Returns `nil` if the argument is empty or contains a space or a control
  /// character.
  package init?(argument text: String, of executable: ExecutableName) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    description = "\(Self.argumentWord)\(executable) \(text)"
  }

  /// Parses ``description``, or returns `nil` if `text` has another form.
  package init?(line text: String) {
    guard text.hasPrefix(Self.argumentWord) else {
      self.init(variable: text)
      return
    }
    let words = text.split(separator: " ")
    guard words.count == 3, let executable = ExecutableName(words[1]) else { return nil }
    self.init(argument: String(words[2]), of: executable)
  }

  /// Returns the line of the route of an executable: `NAME=value`, or `after ARGUMENT`. Returns
  /// `nil` if the rule is about the arguments of another executable.
  package func line(for executable: ExecutableName) -> String? {
    guard description.hasPrefix(Self.argumentWord) else { return description }
    let prefix = "\(Self.argumentWord)\(executable) "
    guard description.hasPrefix(prefix) else { return nil }
    return Self.argumentWord + description.dropFirst(prefix.count)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
