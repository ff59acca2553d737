/// The bounds of a YAML document. A small text can otherwise describe a value that fills memory.
package struct YAMLLimits: Sendable {
  /// The maximum size of the text.
  package var byteCount = 8 << 20

  /// The maximum number of sequences and mappings that contain one another.
  package var depth = 32

  /// The maximum number of nodes. An alias counts as many as the nodes that it stands for.
  package var nodeCount = 500_000

  /// Creates the bounds for text from a package index.
  package init() {}
}
