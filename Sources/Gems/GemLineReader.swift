internal import Versions
internal import Vocabulary

/// Reads single lines of `/info/NAME`. Remembers names, requirements, and platforms, because many
/// lines share them.
struct GemLineReader {
  private var names: [ArraySlice<UInt8>: GemName] = [:]
  private var requirements: [ArraySlice<UInt8>: Requirement] = [:]
  private var platforms: [ArraySlice<UInt8>: GemPlatform] = [:]

  /// The conditions after the bar of a line.
  private struct Conditions {
    var digest: SHA256Digest?
    var ruby = Requirement.any
    var rubygems = Requirement.any
    var created: ReleaseTime?
  }

  /// Reads a line, given without its line ending.
  mutating func gem(_ line: ArraySlice<UInt8>) throws(UnreadableLine) -> IndexedGem {
    let (version, rest) = line.halved(at: UInt8(ascii: " "))
    let (dependencies, conditions) = (rest ?? []).halved(at: UInt8(ascii: "|"))
    let (number, platform) = version.halved(at: UInt8(ascii: "-"))
    guard number.isGemVersion else { throw UnreadableLine(.version) }
    let gemPlatform = try self.platform(platform)
    let gemDependencies = try self.dependencies(dependencies)
    let read = try self.conditions(conditions ?? [])
    return IndexedGem(
      version: String(decoding: number, as: UTF8.self), platform: gemPlatform,
      versionAndPlatform: String(decoding: version, as: UTF8.self),
      dependencies: gemDependencies, ruby: read.ruby, rubygems: read.rubygems,
      digest: read.digest, created: read.created)
  }

  private mutating func platform(
    _ text: ArraySlice<UInt8>?
  ) throws(UnreadableLine) -> GemPlatform {
    guard let text else { return .ruby }
    if let known = platforms[text] { return known }
    let isValid = text.allSatisfy {
      $0.isIdentifier || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    guard isValid, 1...GemName.maximumByteCount ~= text.count else {
      throw UnreadableLine(.platform)
    }
    let platform = GemPlatform(String(decoding: text, as: UTF8.self))
    platforms[text] = platform
    return platform
  }

  private mutating func dependencies(
    _ text: ArraySlice<UInt8>
  ) throws(UnreadableLine) -> [GemDependency] {
    var dependencies: [GemDependency] = []
    for item in text.split(separator: UInt8(ascii: ",")) {
      let (name, requirement) = item.halved(at: UInt8(ascii: ":"))
      dependencies.append(
        GemDependency(
          name: try self.name(name), requirement: try self.requirement(requirement ?? [])))
    }
    return dependencies
  }

  private mutating func name(_ text: ArraySlice<UInt8>) throws(UnreadableLine) -> GemName {
    if let known = names[text] { return known }
    guard let name = GemName(Array(text), 0..<text.count) else {
      throw UnreadableLine(.dependency)
    }
    names[text] = name
    return name
  }

  private mutating func requirement(
    _ text: ArraySlice<UInt8>
  ) throws(UnreadableLine) -> Requirement {
    if text.isEmpty { return .any }
    if let known = requirements[text] { return known }
    let clauses = text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    guard let requirement = Requirement(rubyGems: clauses) else {
      throw UnreadableLine(.requirement)
    }
    requirements[text] = requirement
    return requirement
  }

  /// Reads the conditions after the bar. Ignores unknown keys, because indexes add keys without
  /// notice.
  private mutating func conditions(
    _ text: ArraySlice<UInt8>
  ) throws(UnreadableLine) -> Conditions {
    var conditions = Conditions()
    var hasDigest = false
    for item in text.split(separator: UInt8(ascii: ",")) {
      // A value can contain colons, as a time does.
      let (key, value) = item.halved(at: UInt8(ascii: ":"))
      let text = value ?? []
      if key.elementsEqual("checksum".utf8) {
        if text.isEmpty { continue }
        // The digest decides what is installed, so it must not be ambiguous.
        guard !hasDigest, let digest = SHA256Digest(inGemIndex: text) else {
          throw UnreadableLine(.digest)
        }
        conditions.digest = digest
        hasDigest = true
      } else if key.elementsEqual("ruby".utf8) {
        conditions.ruby = try requirement(text)
      } else if key.elementsEqual("rubygems".utf8) {
        conditions.rubygems = try requirement(text)
      } else if key.elementsEqual("created_at".utf8) {
        conditions.created = ReleaseTime(Array(text), 0..<text.count)
      }
    }
    return conditions
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes before the first `separator` and those after it, or `nil` as the second if
  /// there is no separator.
  fileprivate func halved(at separator: UInt8) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
    guard let index = firstIndex(of: separator) else { return (self, nil) }
    return (self[..<index], self[(index + 1)...])
  }

  /// Whether the bytes form a version in an index: a number, followed by letters or digits
  /// separated by dots.
  var isGemVersion: Bool {
    guard let first, first.isDigit, count <= Version.maximumByteCount else { return false }
    var expectsSegment = false
    var isFirst = true
    for byte in self {
      switch byte {
      case UInt8(ascii: "."):
        if expectsSegment { return false }
        expectsSegment = true
        isFirst = false
      case _ where byte.isDigit || !isFirst && byte.isIdentifier && byte != UInt8(ascii: "_"):
        expectsSegment = false
      default: return false
      }
    }
    return !expectsSegment
  }
}
