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
  /// Whether the text has conflict markers.
  private let hasMarkers: Bool

  /// Parses a lock with or without conflict markers.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` if the markers are malformed, or with the problems of the first
  ///   side that is invalid.
  package init(parsing bytes: [UInt8], path: String) throws(SyntaxProblems) {
    let sides = try MergeSides(of: bytes, path: path)
    hasMarkers = sides.hasMarkers
    guard sides.hasMarkers else {
      ours = try Self.read(sides.ours, path: path)
      theirs = ours
      return
    }
    ours = try Self.readSide(sides.ours, path: path)
    theirs = try Self.readSide(sides.theirs, path: path)
  }

  /// The stanzas that are equal on both sides, except that one side may still have an older form. A
  /// new lock can keep them.
  package var agreed: [LockedTool] {
    if !hasMarkers { return ours.tools }
    return ours.tools.filter { tool in
      guard var other = theirs[tool.name] else { return false }
      other.isOutdated = tool.isOutdated
      other.hasOlderDeclaration = tool.hasOlderDeclaration
      return tool == other
    }
  }

  /// The tools that are not in ``agreed``.
  package var contested: [ToolName: ContestedTool] {
    if !hasMarkers { return [:] }
    let agreed = Set(agreed.map(\.name))
    let names = Set((ours.tools + theirs.tools).map(\.name)).subtracting(agreed)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, ContestedTool(ours: ours[$0], theirs: theirs[$0])) })
  }

  /// The lock with only the stanzas that both sides share: all of them if there is no conflict.
  package var common: Lockfile {
    hasMarkers
      ? Lockfile(
        platforms: ours.platforms, registries: ours.registries, tools: agreed, replacing: ours)
      : ours
  }

  /// Parses one side of a conflict. A side may be empty, because a branch may have added an empty
  /// file.
  private static func readSide(
    _ bytes: [UInt8], path: String
  ) throws(SyntaxProblems) -> Lockfile {
    let isEmpty = bytes.allSatisfy { $0.isBlank || "\r\n".utf8.contains($0) }
    return isEmpty ? Lockfile(platforms: [], tools: []) : try read(bytes, path: path)
  }

  /// Parses a text without markers, with stanzas in any order.
  private static func read(_ bytes: [UInt8], path: String) throws(SyntaxProblems) -> Lockfile {
    let text = try SourceText(bytes, path: path, limit: Lockfile.maximumByteCount)
    return try LockfileReader.read(text, order: .any)
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
