internal import Versions
internal import Vocabulary

/// A parser of the lines of a `Gemfile.lock`. The indentation determines the meaning of a line:
///
///     GEM
///       remote: <address>
///       specs:
///         ffi (1.17.2-x86_64-linux-gnu)
///           rake (>= 12, < 14)
struct GemfileLockParser {
  private(set) var lock = GemfileLock()
  private var section = ""
  private var digests: [String: (digest: SHA256Digest, line: Int)] = [:]

  /// Parses all lines.
  mutating func parse(_ bytes: [UInt8]) throws(GemfileLockError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
      let text = String(decoding: line.dropFirst(indentation), as: UTF8.self)
      if text.isEmpty { continue }
      guard parse(text, indentation, line: index + 1) else { throw .line(index + 1) }
    }
    for index in lock.gems.indices {
      let gem = lock.gems[index]
      let stated = digests["\(gem.name) \(gem.versionAndPlatform)"]
      lock.gems[index].digest = stated?.digest
      lock.gems[index].digestLine = stated?.line
    }
  }

  /// Parses a line, given without its indentation. Returns whether it has the form that its section
  /// requires.
  private mutating func parse(_ text: String, _ indentation: Int, line: Int) -> Bool {
    if indentation == 0 {
      section = text
      if let kind = GemfileLock.Source.Kind(rawValue: text) {
        lock.sources.append(.init(kind: kind))
      }
      return text.allSatisfy { $0.isUppercase || $0 == " " }
    }
    switch section {
    case "GEM", "GIT", "PATH", "PLUGIN SOURCE":
      return parseSource(text, indentation, line: line)
    case "PLATFORMS": lock.platforms.append(text)
    case "DEPENDENCIES":
      let isPinned = text.hasSuffix("!")
      guard let gem = dependency(isPinned ? text.dropLast() : text[...]) else { return false }
      lock.dependencies.append(.init(gem: gem, isPinned: isPinned))
    case "CHECKSUMS": return parseChecksum(text, line: line)
    case "RUBY VERSION": lock.ruby = text
    case "BUNDLED WITH": lock.bundler = text
    default: break
    }
    return true
  }

  private mutating func parseSource(_ text: String, _ indentation: Int, line: Int) -> Bool {
    let source = lock.sources.count - 1
    switch indentation {
    case 2:
      let key = "remote: "
      if text.hasPrefix(key) {
        lock.sources[source].remotes.append(String(text.dropFirst(key.count)))
      }
      return true
    case 4:
      guard let (name, version) = nameAndVersion(text[...]) else { return false }
      let number = version.prefix { $0 != "-" }
      guard Array(number.utf8)[...].isGemVersion else { return false }
      lock.gems.append(
        BundledGem(
          name: name, version: String(number),
          platform: GemPlatform(version.dropFirst(number.count + 1)),
          versionAndPlatform: String(version), source: source, line: line))
      return true
    case 6:
      guard let dependency = dependency(text[...]), let last = lock.gems.indices.last,
        lock.gems[last].source == source
      else { return false }
      lock.gems[last].dependencies.append(dependency)
      return true
    default: return false
    }
  }

  /// Parses `json (2.9.1) sha256=…`. A gem without a digest has only the first two words.
  private mutating func parseChecksum(_ text: String, line: Int) -> Bool {
    let words = text.split(separator: " ")
    guard let (name, version) = nameAndVersion(words.prefix(2).joined(separator: " ")[...]) else {
      return false
    }
    let key = "sha256="
    for digest in (words.dropFirst(2).first ?? "").split(separator: ",")
    where digest.hasPrefix(key) {
      guard let digest = SHA256Digest(hexadecimal: digest.dropFirst(key.count)) else {
        return false
      }
      digests["\(name) \(version)"] = (digest, line)
    }
    return true
  }

  /// Parses `json (>= 1, < 3)`, or `json`.
  private func dependency(_ text: Substring) -> GemDependency? {
    guard text.hasSuffix(")") else {
      return GemName(text).map { GemDependency(name: $0, requirement: .any) }
    }
    guard let (name, list) = nameAndVersion(text) else { return nil }
    let clauses = list.split(separator: ",").map { Array($0.utf8)[...] }
    return Requirement(rubyGems: clauses).map { GemDependency(name: name, requirement: $0) }
  }

  /// Parses a name and the text in parentheses after it.
  private func nameAndVersion(_ text: Substring) -> (GemName, Substring)? {
    guard text.hasSuffix(")"), let space = text.firstIndex(of: " "),
      let name = GemName(text[..<space])
    else { return nil }
    let rest = text[space...].dropFirst()
    guard rest.first == "(" else { return nil }
    return (name, rest.dropFirst().dropLast())
  }
}
