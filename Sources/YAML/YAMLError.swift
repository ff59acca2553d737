/// The reason a text cannot be read as a YAML document.
package enum YAMLError: Error, Sendable, Hashable {
  /// The text has more bytes than the limit.
  case tooLong(byteCount: Int)
  /// The text is not valid YAML. Lines are counted from 1.
  case malformed(line: Int)
  /// Sequences and mappings are nested too deeply.
  case tooDeep(line: Int)
  /// The document has too many nodes. An alias counts as the nodes that it repeats.
  case tooManyNodes(line: Int)
  /// An alias names an anchor that no completed node has.
  case unknownAlias(line: Int)
  /// A mapping repeats a key, or includes another mapping with `<<`. Parsers disagree on which
  /// value to use.
  case ambiguousKey(line: Int)
  /// A value has a tag that is not permitted.
  case tag(String, line: Int)
  /// The text contains no document, or more than one.
  case notOneDocument
  /// There is not enough memory for the parser.
  case outOfMemory
}
