internal import Diagnostics
internal import Manifests
internal import Selection

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
      // The first line of a file that names the tool decides.
      let earlier = first[entry.tool]
      if earlier == nil { first[entry.tool] = entry }
      let text = words.map(ForeignName.shown).joined(separator: " ")
      if entry.words.isEmpty, case .alternatives = entry.meaning {
        return .notUnderstood(words.joined(separator: " "), line: entry.line)
      }
      let surplus = earlier?.words.first.map {
        ImportRemark.Reason.severalVersions(first: ForeignName.shown($0))
      }
      return ForeignStatement(
        text, line: entry.line,
        surplus.map { .other($0) } ?? content(of: entry, in: file))
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

  private static func content(
    of entry: IdiomaticText.Entry, in file: IdiomaticFile
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
    if version == "system" { return .other(.system(entry.tool)) }
    return .tool(
      ForeignTool(
        // Only asdf's file names tools, and its versions are the names of releases.
        entry.tool, .release(version, file.tool == nil ? .exactIfRelease : .prefix),
        remarks: entry.words.count > 1 ? [.severalVersions(first: ForeignName.shown(version))] : [])
    )
  }
}
