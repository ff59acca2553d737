/// A YAML text with a single document, in which every key has one value. Tags are ignored, so
/// parsing creates only text, lists, and mappings.
package struct YAMLDocument: Sendable {
  /// The value of the document.
  package let root: YAMLNode

  /// Parses a text in UTF-8.
  ///
  /// - Throws: ``YAMLError`` if the text is not one document, or exceeds the limits.
  package init(parsing bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) {
    var composer = try YAMLComposer(bytes, limits: limits, permitsAmbiguousKeys: false)
    let documents = try composer.documents()
    guard documents.count == 1 else { throw .notOneDocument }
    root = documents[0]
  }
}
