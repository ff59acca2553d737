/// A value in a YAML text, with its line and without its tag.
package struct YAMLNode: Sendable {
  /// What a node is.
  package indirect enum Content: Sendable {
    /// The text of a scalar. The caller decides what it means, such as a number.
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  package let content: Content
  /// The line where the value begins, counted from 1. For an alias, the line of the alias.
  package let line: Int
}

extension YAMLNode {
  /// The text of a scalar, or `nil` if the node is something else.
  package var text: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// The elements of a sequence, or `nil` if the node is something else.
  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries of a mapping, or `nil` if the node is something else.
  package var entries: [(key: YAMLNode, value: YAMLNode)]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Whether the node is a null value: an empty scalar, `~`, or `null`.
  package var isNull: Bool {
    text.map { $0.isEmpty || $0 == "~" || $0 == "null" } ?? false
  }

  /// The value for a key, or `nil` if the node is not a mapping that contains the key. If a key is
  /// repeated, the last one counts. The mapping's own keys take precedence over those of a mapping
  /// that it includes with `<<`.
  package subscript(key: String) -> YAMLNode? {
    if let own = entries?.last(where: { $0.key.text == key }) { return own.value }
    let included = entries?.filter { $0.key.text == "<<" }.flatMap { entry in
      entry.value.elements ?? [entry.value]
    }
    return included?.lazy.compactMap { node in
      node.entries?.last { $0.key.text == key }?.value
    }.first
  }
}
