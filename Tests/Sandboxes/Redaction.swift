/// Puts names in place of texts that vary between runs. Longer texts are replaced first, so that a
/// path inside another registered path gets its own name: `$PROJECT`, not `$HOME/project`.
struct Redaction: Sendable {
  private var names: [(text: String, name: String)] = []

  /// Replaces `text` with `name` from now on.
  mutating func add(_ text: String, as name: String) {
    names.append((text, name))
    names.sort { $0.text.utf8.count > $1.text.utf8.count }
  }

  /// Returns `text` with all replacements.
  func applied(to text: String) -> String {
    var result = text
    for (text, name) in names { result.replace(text, with: name) }
    return result
  }
}
