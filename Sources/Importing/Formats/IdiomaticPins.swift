internal import Diagnostics
internal import Manifests
internal import Selection
internal import Vocabulary

/// The files that only pin versions: `.tool-versions` of asdf and mise, and those of other version
/// managers, each for one tool.
enum IdiomaticPins: ForeignFormat {
  /// The files. A Gemfile is a manifest.
  static let files = IdiomaticFile.all.filter(\.onlyPins)

  static let paths = files.compactMap { ForeignPath($0.name.description) }

  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement] {
    let name = text.path.split(separator: "/").last.map(String.init) ?? text.path
    guard let file = files.first(where: { $0.name.description == name }) else { return [] }
    let lines = text.bytes[text.start...].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var first: [String: IdiomaticText.Entry] = [:]
    let pins = IdiomaticText.entries(in: text.bytes, of: file).map { entry -> ForeignStatement in
      let line = lines[entry.line - 1].prefix { $0 != UInt8(ascii: "#") }
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      let earlier = first[entry.tool]
      if earlier == nil { first[entry.tool] = entry }
      let names = words.dropLast(entry.words.count).map(ForeignName.shown)
      let text = (names + entry.words.map(ForeignName.shownVersion)).joined(separator: " ")
      if entry.words.isEmpty, case .alternatives = entry.meaning {
        return .notUnderstood(words.joined(separator: " "), line: entry.line)
      }
      return ForeignStatement(
        text, line: entry.line, content(of: entry, after: earlier, in: file))
    }
    let others = file.form == .rustToolchain ? partsOfRust(in: text) : []
    return (pins + others).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  /// Returns what rustup's manifest asks for besides a version, such as components and targets.
  private static func partsOfRust(in text: SourceText) -> [ForeignStatement] {
    // The file may also contain nothing but a version.
    let entries = (try? TOMLEntries(text).entries) ?? []
    return entries.flatMap { entry -> [ForeignStatement] in
      guard entry.path.first == "toolchain", let value = entry.value else { return [] }
      if entry.path.count > 1 {
        return entry.path[1] == "channel" ? [] : [entry.statement(.noCounterpart(entry.path[1]))]
      }
      guard case .table(let members) = value else { return [] }
      return members.map { ForeignName.shown($0.key.joined(separator: ".")) }
        .filter { $0 != "channel" }
        .map { ForeignStatement("toolchain.\($0)", line: entry.line, .other(.noCounterpart($0))) }
    }
  }

  /// Returns the content of a line. The first line of the file that names the tool is `earlier`, or
  /// `nil` if this one is.
  private static func content(
    of entry: IdiomaticText.Entry, after earlier: IdiomaticText.Entry?, in file: IdiomaticFile
  ) -> ForeignStatement.Content {
    switch entry.meaning {
    case .alternatives: break
    case .requirement(let requirement):
      return .tool(ForeignTool(entry.tool, .requirement(requirement)))
    case .file(let name): return .file(name, tool: entry.tool)
    case .none(let reason): return .other(.passedOver(reason))
    }
    guard let version = entry.words.first else { return .other(.notUnderstood) }
    if !ForeignName.isName(entry.tool) { return .other(.notAName) }
    if (earlier ?? entry).words.first == "system" { return .other(.system(entry.tool)) }
    // Only asdf's file names tools, and its versions are the names of releases.
    let partial = file.tool == nil ? ForeignVersion.Partial.exactIfRelease : .prefix
    // RVM's `3.2.2@name` selects a set of gems.
    let isRuby = entry.tool == ToolName.ruby.text
    let parts = isRuby ? version.split(separator: "@", maxSplits: 1) : [version[...]]
    let gemset = parts.count == 2 ? "@\(ForeignName.shown(parts[1]))" : nil
    var tool = ForeignTool(
      entry.tool, .release(String(parts[0]), partial),
      remarks: gemset.map { [.options([$0])] } ?? [])
    tool.otherVersions = entry.words.dropFirst().map { .release($0, partial) }
    tool.isFurther = earlier != nil
    return .tool(tool)
  }
}
