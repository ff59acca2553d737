/// Replaces what differs from run to run by names, longest first, so that a path inside another is named by its own name.
struct Redaction: Sendable {
  private var names: [(text: String, name: String)] = []

  /// From now on `text` reads `name`.
  mutating func add(_ text: String, as name: String) {
    names.append((text, name))
    names.sort { $0.text.utf8.count > $1.text.utf8.count }
  }

  func applied(to text: String) -> String {
    var result = text
    for (text, name) in names { result.replace(text, with: name) }
    return result
  }
}
