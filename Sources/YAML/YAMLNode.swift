/// A value of a YAML document, without its tag.
package indirect enum YAMLNode: Sendable, Hashable {
  /// The text of a scalar. The caller decides what it means, such as a number.
  case scalar(String)
  case sequence([YAMLNode])
  case mapping([YAMLEntry])
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable, Hashable {
  package let key: YAMLNode
  package let value: YAMLNode

  /// Creates an entry.
  package init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

extension YAMLNode {
  /// The text of a scalar, or `nil` if the node is something else.
  package var text: String? {
    if case .scalar(let text) = self { text } else { nil }
  }

  /// The elements of a sequence, or `nil` if the node is something else.
  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = self { elements } else { nil }
  }

  /// The entries of a mapping, or `nil` if the node is something else.
  package var entries: [YAMLEntry]? {
    if case .mapping(let entries) = self { entries } else { nil }
  }

  /// Whether the node is a null value: an empty scalar, `~`, or `null`.
  package var isNull: Bool {
    text.map { $0.isEmpty || $0 == "~" || $0 == "null" } ?? false
  }

  /// The value for a key, or `nil` if the node is not a mapping that contains the key.
  package subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key.text == key }?.value
  }
}
