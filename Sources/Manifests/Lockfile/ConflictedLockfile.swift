package import Diagnostics
package import Vocabulary

/// A lock that may contain merge conflict markers, which `bootstrap lock` resolves.
///
/// Stanzas may be out of order after a manual merge, so they are sorted.
package struct ConflictedLockfile: Hashable, Sendable {
  /// The lock with the upper side of each conflict.
  ///
  /// This side is the checked-out branch in `git merge`, and the new base in `git rebase`.
  package let ours: Lockfile
  /// The lock with the lower side of each conflict, which equals ``ours`` if there is no conflict.
  package let theirs: Lockfile

  /// Parses a lock with or without conflict markers.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` if the markers are malformed, or with the problems of the first
  ///   side that is invalid.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let (upper, lower, hasMarkers) = try Self.separate(bytes, path: path)
    ours = try Self.read(upper, path: path)
    theirs = hasMarkers ? try Self.read(lower, path: path) : ours
  }

  /// The stanzas that are equal on both sides, except that one side may still have an older form. A
  /// new lock can keep them.
  package var agreed: [LockedTool] {
    ours.tools.filter { tool in
      guard var other = theirs[tool.name] else { return false }
      other.isOutdated = tool.isOutdated
      other.hasOlderDeclaration = tool.hasOlderDeclaration
      return tool == other
    }
  }

  /// The tools that are not in ``agreed``.
  package var contested: [ToolName: ContestedTool] {
    let agreed = Set(agreed.map(\.name))
    let names = Set((ours.tools + theirs.tools).map(\.name)).subtracting(agreed)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, ContestedTool(ours: ours[$0], theirs: theirs[$0])) })
  }

  /// The lock with only the stanzas that both sides share: all of them if there is no conflict.
  package var common: Lockfile {
    Lockfile(
      platforms: ours.platforms, registries: ours.registries, tools: agreed, replacing: ours)
  }

  /// Parses one side, with stanzas in any order.
  private static func read(_ bytes: [UInt8], path: String) throws(SyntaxProblems) -> Lockfile {
    let text = try SourceText(bytes, path: path, limit: Lockfile.maximumByteCount)
    return try LockfileReader.read(text, order: .any)
  }

  /// Splits the text into its two sides.
  ///
  /// In each side, the markers, the lines of the other side, and those of the common ancestor
  /// (`diff3` style) become empty lines. The reader ignores empty lines, but they preserve the line
  /// numbers in messages.
  private static func separate(
    _ bytes: [UInt8], path: String
  ) throws(SyntaxProblems) -> (upper: [UInt8], lower: [UInt8], hasMarkers: Bool) {
    enum Side { case both, upper, ancestor, lower }
    var side = Side.both
    var upper: [UInt8] = []
    var lower: [UInt8] = []
    var hasMarkers = false
    var lineNumber = 0
    var start = 0
    while start < bytes.count {
      lineNumber += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let line = bytes[start..<end]
      start = end
      let marker = conflictMarker(line)
      switch (side, marker) {
      case (.both, UInt8(ascii: "<")): side = .upper
      case (.upper, UInt8(ascii: "|")): side = .ancestor
      case (.upper, UInt8(ascii: "=")), (.ancestor, UInt8(ascii: "=")): side = .lower
      case (.lower, UInt8(ascii: ">")): side = .both
      case (_, nil): break
      default:
        throw SyntaxProblems(.conflictMarkers, at: .file(path, line: lineNumber))
      }
      let empty: ArraySlice<UInt8> = line.suffix(1)
      let isShared = side == .both && marker == nil
      upper += isShared || side == .upper && marker == nil ? line : empty
      lower += isShared || side == .lower && marker == nil ? line : empty
      hasMarkers = hasMarkers || marker != nil
    }
    if side != .both { throw SyntaxProblems(.truncated, at: .file(path, line: lineNumber)) }
    return (upper, lower, hasMarkers)
  }
}

/// A tool whose stanzas differ between the two sides of a merge.
package struct ContestedTool: Hashable, Sendable {
  /// The stanza of the upper side, or `nil` if this side does not have the tool.
  package let ours: LockedTool?
  /// The stanza of the lower side, or `nil` if this side does not have the tool.
  package let theirs: LockedTool?

  /// The stanzas of both sides, that of ``ours`` first.
  package var stanzas: [LockedTool] { [ours, theirs].compactMap(\.self) }
}

/// Returns whether a line of a lock is one of the four conflict markers of Git.
func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool { conflictMarker(line) != nil }

/// Returns the character of the conflict marker on a line, or `nil` if the line is not a marker.
///
/// A marker consists of seven equal characters at the start of the line, followed by a space or
/// the end of the line.
private func conflictMarker(_ line: ArraySlice<UInt8>) -> UInt8? {
  guard let first = line.first, "<|=>".utf8.contains(first), line.count >= 7,
    line.prefix(7).allSatisfy({ $0 == first })
  else { return nil }
  let next = line.dropFirst(7).first
  return next == nil || " \r\n".utf8.contains(where: { $0 == next }) ? first : nil
}
