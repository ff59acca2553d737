internal import Diagnostics
internal import TextSearch
internal import Versions
internal import Vocabulary

/// A reader of the lines that state a source of a definition.
struct DefinitionSourceReader {
  private var source: Definition.Source
  /// The first line that has no effect without `build`, or `nil` if there is none.
  private var lineOfBuild: ToolfileStatement?

  /// Creates a reader of the block at `origin`.
  init(at origin: Origin) { source = Definition.Source(origin: origin) }

  /// Reads a line, or reports its problems to `reader`.
  mutating func read(_ line: ToolfileStatement, _ reader: inout ToolfileReader) {
    let condition = line.readCondition(&reader)
    let word = DefinitionWord(rawValue: line.word)
    if word?.isOfSource ?? false, lineOfBuild == nil { lineOfBuild = line }
    switch word {
    case .needsHost: return readNeed(line, condition, &reader)
    case .part, .patch: return readPart(line, condition, &reader)
    default: break
    }
    guard let value = line.valueOfDefinition else { return reader.reportMissing(.value, line) }
    add(ToolfileKey(name: line.word, position: line.position), value, condition, reader)
    // `versions "https://…", links: "name_{version}"` states two options.
    if line.values.isEmpty { return }
    for entry in line.entriesOfDefinition { add(entry.key, entry.value, condition, reader) }
  }

  /// Returns the source. If it has lines for builds but no `build`, reports the first of them.
  func finished(_ reader: inout ToolfileReader) -> Definition.Source {
    if let line = lineOfBuild, !source.options.contains(where: { $0.key == "build" }) {
      reader.report(.onlyForBuilds(word: line.word), at: line.position)
    }
    return source
  }

  private mutating func add(
    _ key: ToolfileKey, _ value: ToolfileValue, _ condition: VersionCondition,
    _ reader: ToolfileReader
  ) {
    source.options.append(
      Toolfile.Option(
        key: key.name, value: Toolfile.Value(value), if: condition,
        origin: reader.origin(key.position)))
  }

  /// Reads `needs_host "zlib.h", apt: "zlib1g-dev"`.
  private mutating func readNeed(
    _ line: ToolfileStatement, _ condition: VersionCondition, _ reader: inout ToolfileReader
  ) {
    guard let first = line.values.first else { return reader.reportMissing(.hostNeed, line) }
    let managers = HostPackageManager.allCases.map(\.rawValue)
    reader.rejectOptions(of: line, except: ToolfileStatement.conditionKeys + managers)
    var packages: [HostPackageManager: String] = [:]
    for entry in line.entriesOfDefinition {
      guard let manager = HostPackageManager(rawValue: entry.key.name) else { continue }
      if case .string(let text) = entry.value.content, manager.admits(text) {
        packages[manager] = text
      } else {
        reader.reportWrong(entry.value, of: entry.key.name, expected: .hostPackage)
      }
    }
    var requirement = Requirement.any
    if line.values.count > 1 {
      guard let stated = reader.readRequirement(line.values.dropFirst(), of: line.word) else {
        return
      }
      requirement = stated.value
    }
    guard case .string(let name) = first.content,
      let need = HostNeed(name, requirement, packages: packages)
    else { return reader.reportWrong(first, of: line.word, expected: .hostNeed) }
    source.hostNeeds.append(Conditional(need, if: condition))
  }

  /// Reads `part "openssl", "1.1.1w", url: "https://…"` or `patch "gcc-14", url: "https://…"`.
  private mutating func readPart(
    _ line: ToolfileStatement, _ condition: VersionCondition, _ reader: inout ToolfileReader
  ) {
    let isPatch = line.word == DefinitionWord.patch.rawValue
    reader.rejectOptions(
      of: line, except: ToolfileStatement.conditionKeys + ["url", "checksums", "sha256"])
    reader.rejectValues(after: isPatch ? 1 : 2, of: line)
    guard let first = line.values.first else { return reader.reportMissing(.string, line) }
    guard case .string(let text) = first.content, let name = PartName(text) else {
      return reader.reportWrong(first, of: line.word, expected: .partName)
    }
    var kind = BuildPart.Kind.patch
    var version = ""
    if !isPatch {
      guard line.values.count > 1 else { return reader.reportMissing(.version, line) }
      guard case .string(let text) = line.values[1].content, let stated = VersionText(text) else {
        return reader.reportWrong(line.values[1], of: line.word, expected: .version)
      }
      kind = .archive(version: stated)
      version = text
    }
    guard let url = readAddress("url", of: line, ["version": version], &reader) else {
      if line.value(of: "url") == nil { reader.reportMissing(.text("url:"), line) }
      return
    }
    let words = ["version": version, "url": url.text]
    let checksums = readAddress("checksums", of: line, words, &reader)
    var digest: SHA256Digest?
    if let value = line.value(of: "sha256") {
      if case .string(let text) = value.content { digest = SHA256Digest(hexadecimal: text) }
      if digest == nil { reader.reportWrong(value, of: "sha256", expected: .digest) }
    }
    let part = BuildPart(
      name, kind, at: url, checksums: checksums, digest: digest)
    source.parts.append(Conditional(part, if: condition))
  }

  /// Reads an address and fills in its words. Returns `nil` if the line does not state it, or if a
  /// problem was reported.
  private func readAddress(
    _ key: String, of line: ToolfileStatement, _ words: [String: String],
    _ reader: inout ToolfileReader
  ) -> ArtifactURL? {
    guard let value = line.value(of: key) else { return nil }
    if case .string(var text) = value.content {
      for (word, filling) in words { text = text.replacing("{\(word)}", with: filling) }
      if text.contains("://"), let address = ArtifactURL(text) { return address }
    }
    reader.reportWrong(value, of: key, expected: .address)
    return nil
  }
}
