package import Vocabulary

/// The pattern of the option `asset`, read backward: it extracts the version from the name of a
/// release's file, such as `3.4.1` from `ruby-3.4.1.arm64_linux.tar.gz`.
package struct AssetVersionPattern: Sendable {
  private let pieces: [Piece]

  /// A part of the pattern.
  private enum Piece {
    case text([UInt8])
    case version
    case build
    /// Any text, perhaps none.
    case any
  }

  /// The maximum size of a name in bytes, which limits the time that a name takes. It is that of
  /// the names of files.
  private static let maximumSize = 255

  /// Creates a pattern for the files of the release `tag` that are for `platform`. Returns `nil` if
  /// there are none, or if the pattern has no version.
  package init?(_ template: AssetTemplate, tag: String, for platform: Platform) {
    guard let text = template.filled(for: platform), let filled = try? Template(text),
      filled.words.contains(.version)
    else { return nil }
    var pieces: [Piece] = []
    func append(_ text: String) {
      for (index, part) in text.split(separator: "*", omittingEmptySubsequences: false).enumerated()
      {
        if index > 0 { pieces.append(.any) }
        if !part.isEmpty { pieces.append(.text(Array(part.utf8))) }
      }
    }
    for piece in filled.pieces {
      switch piece {
      case .text(let text): append(text)
      case .word(.tag): pieces.append(.text(Array(tag.utf8)))
      case .word(.version): pieces.append(.version)
      case .word(.build): pieces.append(.build)
      case .word: pieces.append(.any)
      }
    }
    self.pieces = pieces
  }

  /// Returns the version in a name, or `nil` if the name does not have the form of the pattern.
  /// With `{build}`, it is `VERSION+BUILD`.
  ///
  /// Where several texts suit, the shortest one counts that is a version.
  ///
  /// - Parameter isVersion: Returns whether a text is a version.
  package func version(in name: String, where isVersion: (String) -> Bool) -> String? {
    let name = Array(name.utf8)
    guard name.count <= Self.maximumSize else { return nil }
    var reading = Reading(pieces: pieces, name: name)
    guard reading.read(from: 0, at: 0, isVersion) else { return nil }
    return reading.spelling
  }

  /// The state while a name is compared with the pattern.
  private struct Reading {
    let pieces: [Piece]
    let name: [UInt8]
    var version: Range<Int>?
    var build: Range<Int>?
    /// The places at which a piece does not stand for the rest of the name, for the version and the
    /// build that are being tried. Without them, several `*` would take exponential time.
    var failed: Set<Place> = []

    /// A piece, and a position in the name.
    struct Place: Hashable {
      let index: Int
      let start: Int
    }

    /// The version with the build, as it is spelled.
    var spelling: String? {
      guard let version else { return nil }
      let text = String(decoding: name[version], as: UTF8.self)
      return build.map { "\(text)+\(String(decoding: name[$0], as: UTF8.self))" } ?? text
    }

    /// Returns whether the pieces from `index` on stand for the name from `start` on.
    mutating func read(
      from index: Int, at start: Int, _ isVersion: (String) -> Bool
    ) -> Bool {
      guard index < pieces.count else { return start == name.count }
      switch pieces[index] {
      case .text(let text):
        return name[start...].starts(with: text)
          && read(from: index + 1, at: start + text.count, isVersion)
      case .any:
        if failed.contains(Place(index: index, start: start)) { return false }
        for end in start...name.count where read(from: index + 1, at: end, isVersion) {
          return true
        }
        failed.insert(Place(index: index, start: start))
        return false
      case .version:
        if let version { return repeats(version, from: index, at: start, isVersion) }
        for end in ends(after: index, from: start, where: AssetVersionPattern.isVersionByte) {
          version = start..<end
          failed = []
          if isVersion(String(decoding: name[start..<end], as: UTF8.self)),
            read(from: index + 1, at: end, isVersion)
          {
            return true
          }
        }
        version = nil
        return false
      case .build:
        if let build { return repeats(build, from: index, at: start, isVersion) }
        for end in ends(after: index, from: start, where: AssetVersionPattern.isBuildByte) {
          build = start..<end
          failed = []
          if read(from: index + 1, at: end, isVersion) { return true }
        }
        build = nil
        return false
      }
    }

    /// Returns whether the name repeats a part of itself at `start` and then has the form of the
    /// other pieces.
    private mutating func repeats(
      _ part: Range<Int>, from index: Int, at start: Int, _ isVersion: (String) -> Bool
    ) -> Bool {
      name[start...].starts(with: name[part])
        && read(from: index + 1, at: start + part.count, isVersion)
    }

    /// Returns where a word that begins at `start` may end: before the text that follows it, or at
    /// the end of the name.
    private func ends(
      after index: Int, from start: Int, where isAllowed: (UInt8) -> Bool
    ) -> [Int] {
      let limit = name[start...].prefix(while: isAllowed).endIndex
      guard start < limit else { return [] }
      guard index + 1 < pieces.count else { return limit == name.count ? [limit] : [] }
      guard case .text(let next) = pieces[index + 1] else { return [] }
      return (start + 1...limit).filter { name[$0...].starts(with: next) }
    }
  }

  /// Returns whether a byte may be part of a version.
  private static func isVersionByte(_ byte: UInt8) -> Bool {
    isBuildByte(byte) || "-_+~".utf8.contains(byte)
  }

  /// Returns whether a byte may be part of a build: a letter or digit of ASCII, or a dot.
  private static func isBuildByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || byte == UInt8(ascii: ".")
  }
}
