/// A reason a response of a source cannot be read.
package enum UnreadableResponse: Error, Hashable, Sendable {
  /// The response has no content.
  case empty
  /// The declared content type is wrong. The payload is empty if none is declared.
  case contentType(String)
  /// The response is truncated after this many bytes.
  case truncated(bytes: Int)
  /// The response is a web page instead of what was requested.
  case page
  /// The response is a page without links to package files, such as a login page.
  case noFiles
  /// The JSON has an unexpected structure at this byte offset.
  case unexpectedJSON(offset: Int)
  /// The response has this format version, which requires a newer bootstrap.
  case version(String)
}
