internal import Synchronization

/// The canonical text of a lock, and where its stanzas begin and end in it. Both are made only
/// once, when they are first needed.
final class LockfileText: Sendable {
  /// Where a stanza begins.
  struct Start {
    /// The number of its first line, from 1.
    let line: Int
    /// The offset of its first byte.
    let offset: Int
  }

  /// The text that a lock was read from.
  struct Source {
    let bytes: [UInt8]
    /// Where the stanzas begin, in the order of the tools of the lock.
    let stanzas: [Start]
  }

  /// The text that the lock was read from, or `nil` if it was not parsed.
  let source: Source?
  /// The writer of the canonical text, once it was written.
  private let written = Mutex<LockfileWriter?>(nil)

  /// Creates the text of a lock that was read from `source`, or of one that was not parsed.
  init(_ source: Source?) { self.source = source }

  /// Returns the canonical text of `lock` in UTF-8.
  func bytes(of lock: Lockfile) -> [UInt8] { writer(of: lock).bytes }

  /// Returns the byte range of each stanza of `lock` in its canonical text.
  func ranges(of lock: Lockfile) -> [Range<Int>] { writer(of: lock).ranges }

  /// Returns the line on which a stanza of `lock` begins: in the parsed file if there is one,
  /// otherwise in the canonical text.
  func line(ofStanzaAt index: Int, of lock: Lockfile) -> Int {
    source?.stanzas[index].line ?? writer(of: lock).stanzas[index]
  }

  private func writer(of lock: Lockfile) -> LockfileWriter {
    written.withLock { written in
      if let written { return written }
      var writer = LockfileWriter()
      writer.write(lock)
      written = writer
      return writer
    }
  }
}
