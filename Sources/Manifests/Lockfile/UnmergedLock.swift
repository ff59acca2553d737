package import Diagnostics
package import Vocabulary

/// What a lock decides on one platform while it contains the conflict markers of a merge.
///
/// A tool is decided if both sides have it with the same content id for the platform, or if neither
/// has an artifact for the platform. A stanza outside the conflicts is on both sides. A side is
/// read only as far as the choice of a version needs, so a fault elsewhere does not affect other
/// tools.
package struct UnmergedLock {
  /// A tool on which the sides do not agree.
  package struct Contested: Hashable, Sendable {
    package let tool: ToolName
    /// The line of the stanza on the upper side or, if only the lower side has the tool, on the
    /// lower side.
    package let line: Int
    /// The version of the upper side, or `nil` if this side does not have the tool.
    package let ours: VersionText?
    /// The version of the lower side, or `nil` if this side does not have the tool.
    package let theirs: VersionText?
    /// The executables that either side provides on the platform.
    package let executables: Set<String>
  }

  /// The text of a lock with only the tools on which the sides agree. Every line keeps its number.
  package let bytes: [UInt8]
  /// The tools on which the sides do not agree, in the order of their lines.
  package let contested: [Contested]

  /// Compares the sides of a lock.
  ///
  /// - Parameters:
  ///   - bytes: The text of the lock.
  ///   - path: The path of the file as messages show it.
  ///   - platform: The platform on which to compare the sides.
  /// - Throws: ``SyntaxProblems`` if the markers are malformed, or if the sides differ in whether
  ///   they can be read or whether they cover the platform.
  package init(
    of bytes: [UInt8], path: String, for platform: Platform
  ) throws(SyntaxProblems) {
    let sides = try MergeSides(of: bytes, path: path)
    let ours = LockSide(sides.ours, for: platform)
    let theirs = LockSide(sides.theirs, for: platform)
    guard ours.isReadable == theirs.isReadable, ours.isCovered == theirs.isCovered else {
      throw SyntaxProblems(.conflictMarkers, at: .file(path, line: sides.firstMarker))
    }
    // On a platform that the lock covers, a stanza without an artifact names no tool.
    let named = { (stanza: LockSide.Stanza) in stanza.id != nil || !ours.isCovered }
    var contested: [Contested] = []
    var text = ours.lines
    for stanza in ours.stanzas {
      let other = theirs[stanza.tool]
      if let other, stanza.isAlike(other) { continue }
      for index in stanza.lines { text[index] = [] }
      if named(stanza) || other.map(named) ?? false { contested.append(Contested(stanza, other)) }
    }
    contested += theirs.stanzas.filter { named($0) && ours[$0.tool] == nil }
      .map { Contested(nil, $0) }
    self.bytes = Array(text.joined(separator: [UInt8(ascii: "\n")]))
    self.contested = contested.sorted { $0.line < $1.line }
  }
}

extension UnmergedLock.Contested {
  /// Creates a tool from its stanzas, at least one of which is not `nil`.
  fileprivate init(_ ours: LockSide.Stanza?, _ theirs: LockSide.Stanza?) {
    let stanzas = [ours, theirs].compactMap(\.self)
    tool = stanzas[0].tool
    line = stanzas[0].lines.lowerBound + 1
    self.ours = ours?.version
    self.theirs = theirs?.version
    executables = Set(stanzas.flatMap(\.executables))
  }
}
