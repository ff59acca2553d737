internal import Filesystem
internal import Gems
internal import Layout
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The facts about gems that were read before, stored under the root by the digest of the gem.
/// Locking known gems therefore needs no requests for their files.
///
/// ```
/// index/gem/facts/<digest>
/// ```
///
/// A file contains the number of the rule that read the metadata, the size of the gem, whether it
/// has native extensions, what it requires of Ruby and of RubyGems, and a line for each needed gem
/// and each executable. The last line marks the file as complete.
struct GemFactIndex: Sendable {
  private let folder: RootFolder

  /// Creates the index of gems in `root`.
  init(_ root: Root) { folder = root.index.folder(GemKind.name).folder("facts") }

  /// Returns the facts about a gem, or `nil` if it is not known.
  func facts(_ digest: SHA256Digest) -> GemFacts? {
    guard let bytes = try? folder.appending(digest.hexadecimal).contents(limit: 1 << 20) else {
      return nil
    }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
    guard lines.popFirst() == Self.rule, lines.popLast() == "end",
      let first = lines.popFirst(), first.hasPrefix("size "),
      let size = Int(first.dropFirst("size ".count)), (0...Artifact.maximumSize).contains(size),
      let second = lines.popFirst(), second.hasPrefix("extensions "),
      let third = lines.popFirst(), let ruby = Self.requirement(after: "ruby", in: third),
      let fourth = lines.popFirst(),
      let rubygems = Self.requirement(after: "rubygems", in: fourth)
    else { return nil }
    let needs = lines.compactMap { Self.need($0) }
    let names = lines.compactMap { Self.value(of: "program ", in: $0) }
      .compactMap { ExecutableName($0) }
    guard needs.count + names.count == lines.count else { return nil }
    return GemFacts(
      digest: digest, size: size, executables: names, hasExtensions: second.hasSuffix(" yes"),
      dependencies: needs, ruby: ruby, rubygems: rubygems)
  }

  /// The first line of a file.
  private static let rule: Substring = "rule 3"

  private static func value(of key: String, in line: Substring) -> Substring? {
    line.hasPrefix(key) ? line.dropFirst(key.count) : nil
  }

  /// Reads a line about a needed gem: `needs json >= 2, < 3`.
  private static func need(_ line: Substring) -> GemDependency? {
    guard let text = value(of: "needs ", in: line),
      let name = GemName(String(text.prefix { $0 != " " }))
    else { return nil }
    return requirement(after: name.text, in: text).map {
      GemDependency(name: name, requirement: $0)
    }
  }

  /// Parses a line with a word and a requirement. An empty requirement admits all versions.
  private static func requirement(after word: String, in line: Substring) -> Requirement? {
    guard let clauses = value(of: "\(word) ", in: line) else { return nil }
    return clauses.isEmpty ? .any : try? Requirement(parsing: [String(clauses)])
  }

  /// Stores the facts about a gem. Ignores failures, after which the gem is only read again.
  func store(_ facts: GemFacts) {
    let lines =
      [
        "\(Self.rule)", "size \(facts.size)", "extensions \(facts.hasExtensions ? "yes" : "no")",
        "ruby \(facts.ruby)", "rubygems \(facts.rubygems)",
      ]
      + facts.dependencies.map { "needs \($0.name) \($0.requirement)" }
      + facts.executables.map { "program \($0)" } + ["end"]
    let text = lines.map { $0 + "\n" }.joined()
    do {
      try folder.makeDirectories()
      try folder.appending(facts.digest.hexadecimal)
        .replaceContents(with: text.utf8, isDurable: false)
    } catch {
      // See above.
    }
  }
}
