internal import Vocabulary

extension Lockfile {
  /// Returns the lock with only those stanzas whose lines are not, byte for byte, the lines from
  /// which `previous` has read an equal stanza. What is left out can therefore be read again.
  ///
  /// Returns the whole lock if comparing stanzas is not enough.
  package func rewrittenPart(since previous: Lockfile) -> Lockfile {
    guard let source = previous.written.source, unknownBlocks.isEmpty,
      bytes.count <= Self.maximumByteCount
    else { return self }
    let text = bytes
    let ranges = written.ranges(of: self)
    let rewritten = tools.indices.filter { index in
      guard let old = previous.index(of: tools[index].name), previous.tools[old] == tools[index]
      else { return true }
      return !source.hasStanza(text[ranges[index]], at: source.stanzas[old].offset)
    }
    return Lockfile(
      platforms: platforms, registries: registries, tools: rewritten.map { tools[$0] },
      replacing: self)
  }
}

extension LockfileText.Source {
  /// Returns whether the stanza at `start` consists of exactly the lines of `stanza`.
  fileprivate func hasStanza(_ stanza: ArraySlice<UInt8>, at start: Int) -> Bool {
    let end = start + stanza.count
    guard end <= bytes.count, bytes[start..<end] == stanza else { return false }
    // Indented lines after an empty one would belong to the stanza, too.
    return end == bytes.count || bytes[end...].starts(with: "\ntool ".utf8)
  }
}
