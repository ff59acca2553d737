/// The name of the command that a downloaded or unpacked program provides.
///
/// Programs are often named after their platform and version, such as `tool-1.2.3-linux-amd64`.
package enum ProgramName {
  /// Returns the name of the command. The result is never empty.
  ///
  /// Removes the version, words for platforms, and what accompanies them from the ends of the name.
  /// An architecture alone is removed only from the tool's name, because programs such as
  /// `qemu-system-arm` have one in their names.
  ///
  /// - Parameters:
  ///   - file: The last component of the program's path, or the name of the downloaded file.
  ///   - tool: The name of the tool, which is returned if nothing else is left.
  ///   - version: The release's tag or version.
  package static func command(of file: String, tool: String, version: String) -> String {
    let subject = AssetSubject(repository: "", tool: tool, version: version)
    let stem = Self.stem(of: file, tool: subject.tool)
    let pieces = Self.pieces(of: stem)
    let words = pieces.map { $0.lowercased() }
    var kinds = Self.kinds(of: words, subject)
    if let found = Self.range(of: subject.tool, in: words) {
      for index in found { kinds[index] = .name }
      let next = found.upperBound
      if next == kinds.endIndex || kinds[next] == .platform
        || kinds[next...].allSatisfy({
          $0 == .architecture
        })
      {
        return tool
      }
    }
    var range = kinds.startIndex..<kinds.endIndex
    let tail = kinds.reversed().prefix { $0 != .name }
    if kinds.contains(.platform) { range = range.lowerBound..<range.upperBound - tail.count }
    let head = kinds[range].prefix { $0 != .name }
    if head.contains(.platform) { range = range.lowerBound + head.count..<range.upperBound }
    guard let first = pieces[range].first, let last = pieces[range].last else { return tool }
    return String(stem[first.startIndex..<last.endIndex])
  }

  /// The kind of a word in a program's name.
  private enum Kind {
    case name
    /// A system, or the version.
    case platform
    case architecture
    /// A word that is removed only together with others.
    case neutral
  }

  /// Returns the name without the ending of a compressed file or of a program.
  private static func stem(of file: String, tool: String) -> Substring {
    var stem = file[...]
    for ending in [".gz", ".xz", ".zst", ".bz2", ".exe", ".jar", ".pyz", ".pex", ".phar", ".sh"]
    where stem.utf8.count > ending.utf8.count && stem.lowercased().hasSuffix(ending) {
      let rest = stem.dropLast(ending.utf8.count)
      // People type the ending of a script, unless it is the tool itself.
      let isTool = AssetName.tokens(of: rest.lowercased()[...]).joined() == tool
      if ending != ".sh" || isTool { stem = rest }
    }
    return stem
  }

  /// Splits a name at its separators.
  private static func pieces(of stem: Substring) -> [Substring] {
    stem.split { "-_.+@".contains($0) }
  }

  /// Returns the kinds of words.
  private static func kinds(of words: [String], _ subject: AssetSubject) -> [Kind] {
    var kinds: [Kind] = words.map { word in
      switch AssetWord.meanings[word] {
      case .system, .linux: .platform
      case .architecture(let stated): stated == .universal ? .neutral : .architecture
      case .library: .architecture
      case .bits, .level: .neutral
      case .neutral:
        ["unknown", "pc", "bin", "binary", "release"].contains(word) ? .neutral : .name
      case .contents: .name
      case nil: isNumber(word) ? .neutral : AssetName.joinedWords(word) == nil ? .name : .platform
      }
    }
    mark(["x86", "64"], in: words, as: .architecture, &kinds)
    let version = subject.version
    mark(version, in: words, as: .platform, &kinds)
    if let first = version.first {
      mark(["v" + first] + version.dropFirst(), in: words, as: .platform, &kinds)
    }
    return kinds
  }

  /// Returns whether a word consists of digits after an optional `v`.
  private static func isNumber(_ word: String) -> Bool {
    let digits = word.hasPrefix("v") ? word.dropFirst() : word[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Sets the kinds of the words that are equal to a phrase.
  private static func mark(
    _ phrase: [String], in words: [String], as kind: Kind, _ kinds: inout [Kind]
  ) {
    if phrase.isEmpty || words.count < phrase.count { return }
    for start in 0...words.count - phrase.count
    where words[start...].starts(with: phrase) {
      for index in start..<start + phrase.count { kinds[index] = kind }
    }
  }

  /// Returns the words that together spell a name, or `nil`.
  private static func range(of name: String, in words: [String]) -> Range<Int>? {
    for start in words.indices {
      for end in start..<words.count where words[start...end].joined() == name {
        return start..<end + 1
      }
    }
    return nil
  }
}
