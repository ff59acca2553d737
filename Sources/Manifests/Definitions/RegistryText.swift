package import Diagnostics

/// A text that contains only definitions: a registry, or one file of it.
package struct RegistryText: Hashable, Sendable {
  package static let maximumByteCount = 4 * 1024 * 1024

  /// The definitions in the order of the text, without duplicates.
  package let definitions: [Definition]

  /// Parses a registry.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path or address of the text as messages show it.
  /// - Throws: ``SyntaxProblems`` with all syntax problems of the text.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    var texts = RegistryTexts()
    texts.add(bytes, path: path)
    definitions = try texts.valid()
  }
}
