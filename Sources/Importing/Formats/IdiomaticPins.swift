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
    return IdiomaticText.entries(in: text.bytes, of: file).map { entry in
      let line = lines[entry.line - 1].prefix { $0 != UInt8(ascii: "#") }
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      // The first line of a file that names the tool decides.
      let earlier = first[entry.tool]
      if earlier == nil { first[entry.tool] = entry }
      let text = words.joined(separator: " ")
      if entry.words.isEmpty, case .alternatives = entry.meaning {
        return .notUnderstood(text, line: entry.line)
      }
      let surplus = earlier?.words.first.map { ImportRemark.Reason.severalVersions(first: $0) }
      return ForeignStatement(
        text, line: entry.line,
        surplus.map { .other($0) } ?? content(of: entry, in: file))
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
    if version == "system" { return .other(.system(entry.tool)) }
    return .tool(
      ForeignTool(
        // Only asdf's file names tools, and its versions are the names of releases.
        entry.tool, .release(version, file.tool == nil ? .exactIfRelease : .prefix),
        remarks: entry.words.count > 1 ? [.severalVersions(first: version)] : []))
  }
}
