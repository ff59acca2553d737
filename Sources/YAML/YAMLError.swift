/// The reason why a text is not a YAML document that this program reads.
package enum YAMLError: Error, Sendable, Hashable {
  /// The text has more bytes than the limit.
  case tooLong(byteCount: Int)
  /// The text breaks the grammar of YAML at a line, counted from 1.
  case malformed(line: Int)
  /// Sequences and mappings are nested too deeply.
  case tooDeep(line: Int)
  /// The document has too many nodes, including those that aliases repeat.
  case tooManyNodes(line: Int)
  /// An alias names an anchor that no complete node before it has.
  case unknownAlias(line: Int)
  /// The text contains no document, or more than one.
  case notOneDocument
  /// There is not enough memory for the parser.
  case outOfMemory
}
