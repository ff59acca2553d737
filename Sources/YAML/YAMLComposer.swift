/// Composes the nodes of documents from their events.
struct YAMLComposer: ~Copyable {
  private var events: YAMLEvents
  private let limits: YAMLLimits
  /// Whether a mapping may repeat a key, or include another mapping with `<<`.
  private let permitsAmbiguousKeys: Bool
  /// The number of lines. libyaml may report that an empty value at the end begins after the last
  /// one.
  private let lineCount: Int
  private var count = 0

  /// The completed nodes that have an anchor, each with its number of nodes.
  private var anchored: [String: (node: YAMLNode, count: Int)] = [:]

  /// Creates a composer for a UTF-8 text.
  init(
    _ bytes: [UInt8], limits: YAMLLimits, permitsAmbiguousKeys: Bool
  ) throws(YAMLError) {
    guard bytes.count <= limits.byteCount else { throw .tooLong(byteCount: bytes.count) }
    events = try YAMLEvents(bytes)
    self.limits = limits
    self.permitsAmbiguousKeys = permitsAmbiguousKeys
    lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the values of all documents.
  mutating func documents() throws(YAMLError) -> [YAMLNode] {
    var documents: [YAMLNode] = []
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
  private mutating func node(depth: Int) throws(YAMLError) -> YAMLNode? {
    let event = try events.next()
    let line = min(events.line, lineCount)
    if let tag = events.tag, !limits.permitsTag(tag) { throw .tag(tag, line: line) }
    try add(1)
    let start = count
    switch event {
    case .scalar(let text, let anchor):
      return keep(.scalar(text), at: line, anchor, from: start)
    case .alias(let name):
      guard let (node, size) = anchored[name] else { throw .unknownAlias(line: line) }
      try add(size)
      return YAMLNode(content: node.content, line: line)
    case .sequenceStart(let anchor):
      try check(depth)
      var elements: [YAMLNode] = []
      while let element = try node(depth: depth + 1) { elements.append(element) }
      return keep(.sequence(elements), at: line, anchor, from: start)
    case .mappingStart(let anchor):
      try check(depth)
      return keep(.mapping(try entries(depth: depth + 1)), at: line, anchor, from: start)
    case .collectionEnd: return nil
    case .documentStart, .streamEnd, .other: throw .malformed(line: line)
    }
  }

  /// Returns the entries of a mapping.
  private mutating func entries(
    depth: Int
  ) throws(YAMLError) -> [(key: YAMLNode, value: YAMLNode)] {
    var entries: [(key: YAMLNode, value: YAMLNode)] = []
    var keys: Set<String> = ["<<"]
    while let key = try node(depth: depth) {
      if !permitsAmbiguousKeys, let text = key.text, !keys.insert(text).inserted {
        throw .ambiguousKey(line: events.line)
      }
      guard let value = try node(depth: depth) else { throw .malformed(line: events.line) }
      entries.append((key, value))
    }
    return entries
  }

  /// Returns a completed node, and stores it for aliases if it has an anchor.
  private mutating func keep(
    _ content: YAMLNode.Content, at line: Int, _ anchor: String?, from start: Int
  ) -> YAMLNode {
    let node = YAMLNode(content: content, line: line)
    if let anchor { anchored[anchor] = (node, count - start + 1) }
    return node
  }

  /// Counts nodes, and throws an error if they exceed the limit.
  private mutating func add(_ nodes: Int) throws(YAMLError) {
    count += nodes
    guard count <= limits.nodeCount else { throw .tooManyNodes(line: min(events.line, lineCount)) }
  }

  private func check(_ depth: Int) throws(YAMLError) {
    guard depth < limits.depth else { throw .tooDeep(line: events.line) }
  }
}
