/// A line of a startup file that puts the shims and the program on `PATH`.
package struct StartupLine: Hashable, Sendable {
  /// The file, such as `~/.profile`.
  package let file: String
  /// The line in the language of the shell.
  package let text: String

  /// Creates a line.
  package init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}
