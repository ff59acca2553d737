package import Diagnostics
internal import Filesystem
internal import Layout
internal import SourceKinds
internal import TextSearch

/// A file with an administrator's rules, in the syntax of the user's `config`:
///
/// ```
/// allow-source github pypi        # lines with `allow-` add up
/// allow-host github.com *.githubusercontent.com
/// require-provenance verified
/// cooldown 3 days
/// builds off
/// ```
///
/// Unlike in `config`, every line must be valid. A rule that a typing error disables would protect
/// nobody.
package struct PolicyFile: Hashable, Sendable {
  /// The maximum size of a file, in bytes.
  package static let maximumByteCount = 1 << 20

  /// The path, as messages show it.
  package let path: String
  /// The rules, at least one, in the order of the file.
  package let rules: [PolicyRule]

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The path, as messages show it.
  ///   - sources: The names of the known sources.
  /// - Throws: ``Problem/policy(_:)`` with all invalid lines.
  package init(
    _ bytes: [UInt8], path: String, sources: [String] = SourceCatalog.standard.names
  ) throws(Problem) {
    let text = SettingsText(bytes)
    guard text.isEditable else {
      throw .policy(.unusable([PolicyFault(.notUTF8, in: path)]))
    }
    var reader = PolicyReader(path: path, sources: sources)
    for entry in text.entries { reader.read(entry) }
    if reader.rules.isEmpty, reader.faults.isEmpty {
      throw .policy(.unusable([PolicyFault(.empty, in: path)]))
    }
    if !reader.faults.isEmpty { throw .policy(.unusable(reader.faults)) }
    self.path = path
    rules = reader.rules
  }
}

/// Reads the lines of a policy.
private struct PolicyReader {
  let path: String
  let sources: [String]
  private(set) var rules: [PolicyRule] = []
  private(set) var faults: [PolicyFault] = []
  /// The numbers of the lines with words that can be stated only once.
  private var lines: [PolicyWord: Int] = [:]

  init(path: String, sources: [String]) {
    self.path = path
    self.sources = sources
  }

  mutating func read(_ entry: SettingsText.Entry) {
    guard let word = PolicyWord(rawValue: entry.key) else {
      let nearest = nearestNames(to: entry.key, in: PolicyWord.allCases.map(\.rawValue))
      return fail(.unknownWord(entry.key, nearest: nearest), entry)
    }
    if !word.addsUp, let line = lines[word] {
      return fail(.repeated(word: word.rawValue, line: line), entry)
    }
    lines[word] = entry.line
    let form = word.form(sources: sources)
    if entry.values.isEmpty { return fail(.missingValue(word: word.rawValue, form: form), entry) }
    if word == .mirror, entry.values.contains(where: Self.hasCredentials) {
      return fail(.password(word: word.rawValue), entry)
    }
    guard let content = word.content(entry.values, sources: sources) else {
      let value = entry.values.joined(separator: " ")
      return fail(.badValue(value, word: word.rawValue, form: form), entry)
    }
    let text = ([entry.key] + entry.values).joined(separator: " ")
    rules.append(
      PolicyRule(line: PolicyLine(path: path, number: entry.line, text: text), content: content))
  }

  private static func hasCredentials(_ address: String) -> Bool {
    AddressText.withoutCredentials(address) != address
  }

  private mutating func fail(_ kind: PolicyFault.Kind, _ entry: SettingsText.Entry) {
    faults.append(PolicyFault(kind, in: path, line: entry.line))
  }
}
