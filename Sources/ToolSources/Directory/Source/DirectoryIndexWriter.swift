package import Manifests
package import Vocabulary

/// Writes the index of a folder with copies of locked files, so that the folder can be a source.
package struct DirectoryIndexWriter: Sendable {
  /// The first line of an index, which tells it from one that a person wrote.
  private static let title = "# Copies of what Toolfile.lock names, from `bootstrap cache add`."

  /// The lines of the index.
  private var lines = [title, "index 1"]

  /// The name of the file with the index.
  package static let fileName = DirectoryIndex.fileName

  /// The maximum size of an index in bytes.
  package static let maximumByteCount = DirectoryIndex.maximumByteCount

  /// Creates an index without tools.
  package init() {}

  /// Adds the facts about a version of a tool that hold for all platforms.
  package mutating func add(_ tool: LockedTool) {
    if let released = tool.released {
      lines.append("released \(tool.name) \(tool.version) \(released)")
    }
    for need in tool.needs {
      lines.append("needs \(tool.name) \(tool.version) \(need.tool) \"\(need.requirement)\"")
    }
  }

  /// Adds the copy of an artifact.
  ///
  /// - Parameters:
  ///   - artifact: The artifact of `tool` for one platform.
  ///   - name: The name of the copy in the folder.
  package mutating func add(_ artifact: Artifact, of tool: LockedTool, named name: String) {
    let executables = tool.provides.filter { $0.isFor(artifact.platform) }.map(\.name.text)
    lines.append(
      "artifact \(tool.name) \(tool.version) \(artifact.platform) \(artifact.format.text) "
        + "\(artifact.digest) \(artifact.size) \(name) provides "
        + executables.joined(separator: " "))
  }

  /// Returns whether `cache add`, and not a person, wrote an index.
  package static func wrote(_ text: [UInt8]) -> Bool {
    text.starts(with: Array((title + "\n").utf8))
  }

  /// Returns the names of the copies that an index lists, or none if a person wrote it.
  package static func names(in text: [UInt8]) -> [String] {
    guard wrote(text), let index = try? DirectoryIndex(parsing: text)
    else { return [] }
    return index.tools.values.flatMap(\.releases).flatMap(\.artifacts).map(\.file)
  }

  /// The text of the index.
  package var text: [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
}
