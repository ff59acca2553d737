/// A kind of file in which another version manager pins one tool, or several (`.tool-versions`).
package struct IdiomaticFile {
  /// The name of the file.
  package let name: StaticString
  /// The tool that the file pins, or `nil` if each line of the file names a tool.
  package let tool: StaticString?

  /// All supported files, in order of precedence.
  package static let all = [
    IdiomaticFile(name: ".tool-versions", tool: nil),
    IdiomaticFile(name: ".ruby-version", tool: "ruby"),
    IdiomaticFile(name: ".node-version", tool: "node"),
    IdiomaticFile(name: ".nvmrc", tool: "node"),
    IdiomaticFile(name: ".python-version", tool: "python"),
    IdiomaticFile(name: ".swift-version", tool: "swift"),
    IdiomaticFile(name: ".go-version", tool: "go"),
    IdiomaticFile(name: ".java-version", tool: "java"),
    IdiomaticFile(name: ".terraform-version", tool: "terraform"),
  ]

  /// Returns whether the file may pin `tool`.
  package func mayPin(_ tool: [UInt8]) -> Bool {
    guard let own = self.tool else { return true }
    return tool.equals(own)
  }
}
