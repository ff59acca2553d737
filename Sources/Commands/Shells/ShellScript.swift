internal import Terminal

/// Assignments in the language of a shell, byte for byte, because paths need not be UTF-8.
///
/// A function may evaluate them. If the option `warn_create_global` is set, zsh then warns about
/// variables that are not declared global.
struct ShellScript {
  let shell: Shell
  private(set) var bytes: [UInt8] = []

  init(_ shell: Shell) { self.shell = shell }

  /// Adds a comment or a statement.
  mutating func add(_ line: String) { bytes += "\(line)\n".utf8 }

  /// Sets a list, which the shell does not export.
  mutating func set(_ name: String, to values: [some Sequence<UInt8>]) {
    let words = Array(values.map { shell.quoted($0) }.joined(separator: [UInt8(ascii: " ")]))
    // zsh before 5.1 cannot declare a list and set it in one statement.
    if shell == .zsh { add("typeset -ga \(name)") }
    bytes +=
      shell == .fish
      ? Array("set -g \(name) ".utf8) + words
      : Array("\(name)=(".utf8) + words + [UInt8(ascii: ")")]
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Sets a text, which the shell does not export.
  mutating func set(_ name: String, to value: some Sequence<UInt8>) {
    let words = [Shell.fish: "set -g \(name) ", .zsh: "typeset -g \(name)="]
    bytes += (words[shell] ?? "\(name)=").utf8
    bytes += shell.quoted(value) + [UInt8(ascii: "\n")]
  }

  /// Sets a variable that programs inherit. fish makes a list of `PATH` by itself.
  mutating func export(_ name: String, _ value: some Sequence<UInt8>) {
    bytes += (shell == .fish ? "set -gx \(name) " : "export \(name)=").utf8
    bytes += shell.quoted(value) + [UInt8(ascii: "\n")]
  }

  /// Puts folders, separated by colons, in front of those on `PATH` when the script runs.
  mutating func prependToPath(_ folders: some Sequence<UInt8>) {
    bytes += (shell == .fish ? "set -gx PATH " : "export PATH=").utf8
    bytes += shell.quoted(folders)
    bytes += (shell == .fish ? " $PATH\n" : ":\"$PATH\"\n").utf8
  }

  /// Prints a value as JSON when the script runs.
  mutating func print(_ json: JSON) { add("printf '%s\\n' \(shell.quoted(json.text))") }

  /// Unsets a variable.
  mutating func unset(_ name: String) { add(shell == .fish ? "set -e \(name)" : "unset \(name)") }
}
