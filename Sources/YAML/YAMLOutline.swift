/// A YAML text whose nodes know their lines, for files that people write.
///
/// Accepts more than ``YAMLDocument``: several documents, mappings that repeat a key, and merge
/// keys (`<<`), which stay entries of their mapping. The caller decides what they mean, so one of
/// them does not make the rest of the file unreadable.
package struct YAMLOutline: Sendable {
  /// A value with its position.
  package struct Node: Sendable {
    package let content: Content
    /// The line where the value begins, counted from 1. For an alias, that of the alias.
    package let line: Int
  }

  /// What a node is.
  package indirect enum Content: Sendable {
    /// The text of a scalar. The caller decides what it means, such as a number.
    case scalar(String)
    case sequence([Node])
    case mapping([(key: Node, value: Node)])
  }

  /// The values of the documents, in the order of the text. Empty for a text without content.
  package let documents: [Node]

  /// Parses a text in UTF-8.
  ///
  /// - Throws: ``YAMLError`` if the text is not YAML, or exceeds the limits.
  package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
    guard bytes.count <= limits.byteCount else { throw .tooLong(byteCount: bytes.count) }
    var composer = YAMLOutlineComposer(
      events: try YAMLEvents(bytes), limits: limits,
      lineCount: 1 + bytes.count { $0 == UInt8(ascii: "\n") })
    documents = try composer.documents()
  }
}

extension YAMLOutline.Node {
  /// The text of a scalar, or `nil` if the node is something else.
  package var text: String? {
    if case .scalar(let text) = content { text } else { nil }
  }

  /// The elements of a sequence, or `nil` if the node is something else.
  package var elements: [YAMLOutline.Node]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries of a mapping, or `nil` if the node is something else.
  package var entries: [(key: YAMLOutline.Node, value: YAMLOutline.Node)]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value for a key, or `nil` if the node is not a mapping that contains the key. If the key
  /// is repeated, the last value counts. A key of the mapping itself takes precedence over those of
  /// a mapping that it includes with `<<`.
  package subscript(key: String) -> YAMLOutline.Node? {
    if let own = entries?.last(where: { $0.key.text == key }) { return own.value }
    let included = entries?.filter { $0.key.text == "<<" }.flatMap { entry in
      entry.value.elements ?? [entry.value]
    }
    return included?.lazy.compactMap { node in
      node.entries?.last { $0.key.text == key }?.value
    }.first
  }
}

/// Composes the nodes of documents from their events.
private struct YAMLOutlineComposer: ~Copyable {
  private var events: YAMLEvents
  private let limits: YAMLLimits
  /// The number of lines. According to libyaml, an empty value at the end may begin after the last
  /// line.
  private let lineCount: Int
  private var count = 0

  /// The completed nodes that have an anchor, each with its number of nodes.
  private var anchored: [String: (node: YAMLOutline.Node, count: Int)] = [:]

  init(events: consuming YAMLEvents, limits: YAMLLimits, lineCount: Int) {
    self.events = events
    self.limits = limits
    self.lineCount = lineCount
  }

  mutating func documents() throws(YAMLError) -> [YAMLOutline.Node] {
    var documents: [YAMLOutline.Node] = []
    while true {
      switch try events.next() {
      case .streamEnd: return documents
      case .documentStart:
        anchored = [:]
        if let root = try node(depth: 0) { documents.append(root) }
      default: break
      }
    }
  }

  /// Returns the next node, or `nil` at the end of a collection.
  private mutating func node(depth: Int) throws(YAMLError) -> YAMLOutline.Node? {
    let event = try events.next()
    let line = min(events.line, lineCount)
    try add(1)
    let start = count
    switch event {
    case .scalar(let text, let anchor):
      return keep(.scalar(text), at: line, anchor, from: start)
    case .alias(let name):
      guard let (node, size) = anchored[name] else { throw .unknownAlias(line: line) }
      try add(size)
      return YAMLOutline.Node(content: node.content, line: line)
    case .sequenceStart(let anchor):
      try check(depth)
      var elements: [YAMLOutline.Node] = []
      while let element = try node(depth: depth + 1) { elements.append(element) }
      return keep(.sequence(elements), at: line, anchor, from: start)
    case .mappingStart(let anchor):
      try check(depth)
      var entries: [(key: YAMLOutline.Node, value: YAMLOutline.Node)] = []
      while let key = try node(depth: depth + 1) {
        guard let value = try node(depth: depth + 1) else { throw .malformed(line: events.line) }
        entries.append((key, value))
      }
      return keep(.mapping(entries), at: line, anchor, from: start)
    case .collectionEnd: return nil
    case .documentStart, .streamEnd, .other: throw .malformed(line: events.line)
    }
  }

  /// Stores a completed node for aliases, and returns it.
  private mutating func keep(
    _ content: YAMLOutline.Content, at line: Int, _ anchor: String?, from start: Int
  ) -> YAMLOutline.Node {
    let node = YAMLOutline.Node(content: content, line: line)
    if let anchor { anchored[anchor] = (node, count - start + 1) }
    return node
  }

  /// Adds to the number of nodes, and checks it.
  private mutating func add(_ nodes: Int) throws(YAMLError) {
    count += nodes
    guard count <= limits.nodeCount else { throw .tooManyNodes(line: events.line) }
  }

  private func check(_ depth: Int) throws(YAMLError) {
    guard depth < limits.depth else { throw .tooDeep(line: events.line) }
  }
}
