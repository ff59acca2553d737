/// A file by which another version manager pins its tool, or several (`.tool-versions`).
package struct IdiomaticFile {
  package let name: StaticString
  /// The tool that the file pins. nil for the one that names its tools.
  package let tool: StaticString?

  /// In the order in which they are asked.
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

  /// Whether the file may pin `tool`.
  package func concerns(_ tool: [UInt8]) -> Bool {
    guard let own = self.tool else { return true }
    return tool.spells(own)
  }
}
