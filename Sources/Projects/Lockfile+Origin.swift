package import Manifests
package import Vocabulary

extension Lockfile {
  /// Returns the position of the stanza of `tool` in the lock file `name`, or `nil` if there is
  /// no such stanza.
  package func origin(of tool: ToolName, in name: String) -> Origin? {
    line(of: tool).map { .file(name, line: $0) }
  }
}
