internal import Filesystem
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The settings that determine the user's index of gems.
struct GemSettings: Sendable {
  /// The index in bootstrap's own configuration, or `nil` if it is not set there.
  let configured: Located<String>?
  let environment: Environment

  /// The index of the setting with the highest precedence, unparsed, or `nil` if none is set. After
  /// bootstrap's own settings come the mirrors of Bundler and the settings of RubyGems.
  var setting: Located<String>? {
    if let text = environment.nonEmpty(GemKind.indexVariable) {
      return Located(text, at: .variable(GemKind.indexVariable))
    }
    return configured ?? bundlerMirror ?? rubyGemsSource
  }

  /// The mirror in Bundler's settings: the one for all sources or, if there is none, the first.
  private var bundlerMirror: Located<String>? {
    let prefix = "BUNDLE_MIRROR__"
    let variables = environment.entries.compactMap { entry -> (String, String)? in
      let fields = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
      guard fields.count == 2, fields[0].hasPrefix(prefix) else { return nil }
      return (String(fields[0]), String(fields[1]))
    }
    if let (name, text) = Self.mirror(in: variables) {
      return Located(text, at: .variable(name))
    }
    guard let file = environment.path("HOME")?.appending(".bundle/config") else { return nil }
    let lines = Self.lines(of: file).compactMap { line -> (String, String)? in
      // Bundler writes one key per line: `BUNDLE_MIRROR__ALL: "https://example.org/"`.
      guard line.hasPrefix(prefix), let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), Self.unquoted(line[colon...].dropFirst()))
    }
    return Self.mirror(in: lines).map { Located($0.1, at: .file(file.string)) }
  }

  /// Returns the mirror for all sources or, if there is none, the first one. Ignores the timeouts
  /// of mirrors.
  private static func mirror(in values: [(String, String)]) -> (String, String)? {
    let mirrors = values.filter { name, text in
      !name.hasSuffix("__FALLBACK_TIMEOUT") && !text.isEmpty
    }.sorted { $0.0 < $1.0 }
    return mirrors.first { $0.0 == "BUNDLE_MIRROR__ALL" } ?? mirrors.first
  }

  /// The first source in the settings of RubyGems.
  private var rubyGemsSource: Located<String>? {
    guard let file = environment.path("HOME")?.appending(".gemrc") else { return nil }
    var isInSources = false
    for line in Self.lines(of: file) {
      let text = line.trimmingSpace
      if isInSources, text.hasPrefix("- ") {
        return Located(Self.unquoted(text.dropFirst(2)), at: .file(file.string))
      }
      isInSources = text == ":sources:" || text == "sources:"
    }
    return nil
  }

  /// Returns the lines of a file, or none if it cannot be read. bootstrap must work without valid
  /// settings of other programs.
  private static func lines(of file: FilePath) -> [Substring] {
    let bytes = (try? file.contents(limit: 1 << 20)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { Substring($0) }
  }

  /// Returns a value of a settings file without quotation marks.
  private static func unquoted(_ text: some StringProtocol) -> String {
    String(text.trimmingSpace).filter { $0 != "\"" && $0 != "'" }
  }
}
