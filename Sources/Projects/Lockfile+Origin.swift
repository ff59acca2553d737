package import Manifests
package import Vocabulary

extension Lockfile {
  /// Returns the position of the stanza of `tool` in the lock file `name`, or `nil` if there is
  /// no such stanza.
  package func origin(of tool: ToolName, in name: String) -> Origin? {
    guard self[tool] != nil else { return nil }
    if let line = line(of: tool) { return .file(name, line: line) }
    // A new lock has no line numbers until its text is parsed.
    let written = try? Lockfile(parsing: bytes, path: name)
    return .file(name, line: written?.line(of: tool))
  }
}
