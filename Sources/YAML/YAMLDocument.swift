/// A YAML text with a single document. Tags are ignored, so parsing creates only text, lists, and
/// mappings.
package struct YAMLDocument: Sendable {
  /// The value of the document.
  package let root: YAMLNode

  /// Parses a text in UTF-8.
  ///
  /// - Throws: ``YAMLError`` if the text is not one document, or exceeds the limits.
  package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
    guard bytes.count <= limits.byteCount else { throw .tooLong(byteCount: bytes.count) }
    var composer = YAMLComposer(events: try YAMLEvents(bytes), limits: limits)
    root = try composer.document()
  }
}

/// Composes the nodes of a document from its events.
private struct YAMLComposer: ~Copyable {
  private var events: YAMLEvents
  private let limits: YAMLLimits
  private var count = 0

  /// The completed nodes that have an anchor, each with its number of nodes.
  private var anchored: [String: (node: YAMLNode, count: Int)] = [:]

  init(events: consuming YAMLEvents, limits: YAMLLimits) {
    self.events = events
    self.limits = limits
  }

  /// Returns the value of the only document.
  mutating func document() throws(YAMLError) -> YAMLNode {
    var root: YAMLNode?
    while true {
      switch try events.next() {
      case .streamEnd:
        guard let root else { throw .notOneDocument }
        return root
      case .documentStart:
        guard root == nil, let node = try node(depth: 0) else { throw .notOneDocument }
        root = node
      default: break
      }
    }
  }

  /// Returns the next node, or `nil` at the end of a collection.
  private mutating func node(depth: Int) throws(YAMLError) -> YAMLNode? {
    let event = try events.next()
    if let tag = events.tag, !limits.permitsTag(tag) { throw .tag(tag, line: events.line) }
    try add(1)
    let start = count
    switch event {
    case .scalar(let text, let anchor): return keep(.scalar(text), anchor, from: start)
    case .alias(let name):
      guard let (node, size) = anchored[name] else { throw .unknownAlias(line: events.line) }
      try add(size)
      return node
    case .sequenceStart(let anchor):
      try check(depth)
      var elements: [YAMLNode] = []
      while let element = try node(depth: depth + 1) { elements.append(element) }
      return keep(.sequence(elements), anchor, from: start)
    case .mappingStart(let anchor):
      try check(depth)
      var entries: [YAMLEntry] = []
      var keys: Set<String> = ["<<"]
      while let key = try node(depth: depth + 1) {
        if let text = key.text, !keys.insert(text).inserted {
          throw .ambiguousKey(line: events.line)
        }
        guard let value = try node(depth: depth + 1) else { throw .malformed(line: events.line) }
        entries.append(YAMLEntry(key: key, value: value))
      }
      return keep(.mapping(entries), anchor, from: start)
    case .collectionEnd: return nil
    case .documentStart, .streamEnd, .other: throw .malformed(line: events.line)
    }
  }

  /// Stores a completed node for aliases, and returns it.
  private mutating func keep(_ node: YAMLNode, _ anchor: String?, from start: Int) -> YAMLNode {
    if let anchor { anchored[anchor] = (node, count - start + 1) }
    return node
  }

  /// Counts nodes.
  private mutating func add(_ nodes: Int) throws(YAMLError) {
    count += nodes
    guard count <= limits.nodeCount else { throw .tooManyNodes(line: events.line) }
  }

  private func check(_ depth: Int) throws(YAMLError) {
    guard depth < limits.depth else { throw .tooDeep(line: events.line) }
  }
}
