/// The bounds of a YAML document. Without them, a small text could describe a value that fills the
/// memory.
package struct YAMLLimits: Sendable {
  /// The maximum size of the text.
  package var byteCount = 8 << 20

  /// The maximum depth of nested sequences and mappings.
  package var depth = 32

  /// The maximum number of nodes. An alias counts as the nodes that it repeats.
  package var nodeCount = 500_000

  /// Returns whether a tag is permitted. Permitted tags are ignored.
  package var permitsTag: @Sendable (String) -> Bool = { _ in true }

  /// Creates the bounds for text from a package index.
  package init() {}
}
