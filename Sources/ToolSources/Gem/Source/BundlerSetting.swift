internal import TextSearch
internal import Vocabulary

/// A Bundler setting in an environment variable or in a line of Bundler's settings file:
///
/// ```
/// BUNDLE_MIRROR__HTTPS://GEMS__EXAMPLE__ORG/: "http://127.0.0.1:8080/"
/// ```
struct BundlerSetting: Hashable {
  /// The source that a mirror replaces.
  enum MirroredSource: Hashable {
    case all
    /// The address of a source in lowercase, without a trailing slash: `https://gems.example.org`.
    case source(String)
  }

  /// The key as written: `BUNDLE_MIRROR__ALL`.
  let key: String
  let value: String

  private static let keyPrefix = "BUNDLE_"

  /// Creates a setting. Returns `nil` unless `key` is the key of a Bundler setting.
  init?(key: String, value: String) {
    guard key.hasPrefix(Self.keyPrefix) else { return nil }
    (self.key, self.value) = (key, value)
  }

  /// Parses a line of a settings file. Returns `nil` if the line has no key and value.
  ///
  /// A key may contain the address of a source, and so contain colons. It ends at the first colon
  /// that a space follows.
  init?(line: Substring) {
    let end = line.indices.first { index in
      line[index] == ":" && line[line.index(after: index)...].first.map(\.isWhitespace) ?? true
    }
    guard let end else { return nil }
    self.init(
      key: Self.unquoted(line[..<end]), value: Self.unquoted(line[line.index(after: end)...]))
  }

  /// The name as a user of Bundler types it, in lowercase: `mirror.https://gems.example.org/`.
  ///
  /// Bundler replaces dots and hyphens so that shells accept the key as a variable. Earlier
  /// versions of Bundler did not.
  private var name: String {
    key.dropFirst(Self.keyPrefix.count).replacing("___", with: "-").replacing("__", with: ".")
      .lowercased()
  }

  /// The source that the value replaces, or `nil` if the setting is not the address of a mirror.
  var mirrored: MirroredSource? {
    var text = name[...]
    while text.last == "/" { text.removeLast() }
    guard text.hasPrefix("mirror."), !text.hasSuffix(".fallback_timeout"), !value.isEmpty else {
      return nil
    }
    let source = String(text.dropFirst("mirror.".count))
    return source == "all" ? .all : .source(source)
  }

  /// Returns `text` without surrounding spaces and quotation marks.
  private static func unquoted(_ text: Substring) -> String {
    let text = text.trimmingSpace
    guard text.count > 1, let mark = text.first, mark == "\"" || mark == "'", text.last == mark
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }
}
