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
    let variables = environment.entries.compactMap { entry -> BundlerSetting? in
      let fields = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
      return fields.count == 2
        ? BundlerSetting(key: String(fields[0]), value: String(fields[1])) : nil
    }
    if let mirror = Self.mirror(in: variables) {
      return Located(mirror.value, at: .variable(mirror.key))
    }
    guard let file = environment.path("HOME")?.appending(".bundle/config") else { return nil }
    let mirror = Self.mirror(in: Self.lines(of: file).compactMap(BundlerSetting.init(line:)))
    return mirror.map { Located($0.value, at: .file(file.string)) }
  }

  /// Returns the mirror for all sources. If there is none, returns the first mirror.
  private static func mirror(in settings: [BundlerSetting]) -> BundlerSetting? {
    let mirrors = settings.filter { $0.mirrored != nil }.sorted { $0.key < $1.key }
    return mirrors.first { $0.mirrored == .all } ?? mirrors.first
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
