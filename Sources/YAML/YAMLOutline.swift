/// A YAML text as people write it.
///
/// Accepts more than ``YAMLDocument``: several documents, mappings that repeat a key, and merge
/// keys (`<<`), which remain entries of their mapping. The caller decides what these mean, so that
/// one of them does not make the rest of the file unreadable.
package struct YAMLOutline: Sendable {
  /// The values of the documents, in the order of the text. Empty for a text without content.
  package let documents: [YAMLNode]

  /// Parses a text in UTF-8.
  ///
  /// - Throws: ``YAMLError`` if the text is not YAML, or exceeds the limits.
  package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
    var composer = try YAMLComposer(bytes, limits: limits, permitsAmbiguousKeys: true)
    documents = try composer.documents()
  }
}
