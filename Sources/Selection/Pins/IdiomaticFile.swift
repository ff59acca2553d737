/// A kind of file in which another version manager pins one tool, or several (`.tool-versions`).
package struct IdiomaticFile {
  /// The form of the text in a file.
  package enum Form {
    /// Lines of words, which is all that most such files contain.
    case words
    /// Bundler's manifest, whose statement `ruby` asks for a version.
    case gemfile
    /// The manifest of rustup in TOML, or the name of a channel.
    case rustToolchain
  }

  /// The name of the file.
  package let name: StaticString
  /// The tool that the file pins, or `nil` if each line of the file names a tool.
  package let tool: StaticString?
  package var form = Form.words

  /// Whether such files exist only to state versions. A Gemfile has another purpose, and may not
  /// state any.
  package var onlyPins: Bool {
    switch form {
    case .words, .rustToolchain: true
    case .gemfile: false
    }
  }

  /// All supported files, in order of precedence.
  package static let all = [
    IdiomaticFile(name: ".tool-versions", tool: nil),
    IdiomaticFile(name: ".ruby-version", tool: "ruby"),
    // Bundler ignores a Gemfile beside gems.rb.
    IdiomaticFile(name: "gems.rb", tool: "ruby", form: .gemfile),
    IdiomaticFile(name: "Gemfile", tool: "ruby", form: .gemfile),
    IdiomaticFile(name: ".node-version", tool: "node"),
    IdiomaticFile(name: ".nvmrc", tool: "node"),
    IdiomaticFile(name: ".python-version", tool: "python"),
    IdiomaticFile(name: ".swift-version", tool: "swift"),
    // rustup prefers the file without a suffix.
    IdiomaticFile(name: "rust-toolchain", tool: "rust", form: .rustToolchain),
    IdiomaticFile(name: "rust-toolchain.toml", tool: "rust", form: .rustToolchain),
    IdiomaticFile(name: ".go-version", tool: "go"),
    IdiomaticFile(name: ".java-version", tool: "java"),
    IdiomaticFile(name: ".terraform-version", tool: "terraform"),
  ]

  /// Returns whether the file may pin `tool`.
  ///
  /// - Parameters:
  ///   - tool: The name of the tool.
  ///   - names: The names of the tool in files of other version managers.
  package func mayPin(_ tool: [UInt8], named names: [[UInt8]] = []) -> Bool {
    guard let own = self.tool else { return true }
    return tool.equals(own) || names.contains { $0.equals(own) }
  }
}
