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
/// has native extensions, and a line for each needed gem and each executable. The last line marks
/// the file as complete.
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
    guard lines.popFirst() == "rule 2", lines.popLast() == "end",
      let first = lines.popFirst(), first.hasPrefix("size "),
      let size = Int(first.dropFirst("size ".count)), (0...Artifact.maximumSize).contains(size),
      let second = lines.popFirst(), second.hasPrefix("extensions ")
    else { return nil }
    let needs = lines.compactMap { Self.need($0) }
    let names = lines.compactMap { Self.value(of: "program ", in: $0) }
      .compactMap { ExecutableName($0) }
    guard needs.count + names.count == lines.count else { return nil }
    return GemFacts(
      digest: digest, size: size, executables: names, hasExtensions: second.hasSuffix(" yes"),
      dependencies: needs)
  }

  private static func value(of key: String, in line: Substring) -> Substring? {
    line.hasPrefix(key) ? line.dropFirst(key.count) : nil
  }

  /// Reads a line about a needed gem: `needs json >= 2, < 3`.
  private static func need(_ line: Substring) -> GemDependency? {
    guard let text = value(of: "needs ", in: line),
      let name = GemName(String(text.prefix { $0 != " " }))
    else { return nil }
    let clauses = text.dropFirst(name.text.count + 1)
    guard let requirement = clauses.isEmpty ? .any : try? Requirement(parsing: [String(clauses)])
    else { return nil }
    return GemDependency(name: name, requirement: requirement)
  }

  /// Stores the facts about a gem. Ignores failures, after which the gem is only read again.
  func store(_ facts: GemFacts) {
    let lines =
      ["rule 2", "size \(facts.size)", "extensions \(facts.hasExtensions ? "yes" : "no")"]
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
