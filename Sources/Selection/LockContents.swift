package import Layout
package import Vocabulary

/// The versions and files that a sealed lock protects from pruning. Pruning reads the locks of all
/// projects, so only the lines that name these are read.
package struct LockContents: Sendable {
  /// The versions that the lock names for a platform.
  package private(set) var uses: Set<VersionUse> = []
  /// The digests of the files that the lock names, for every platform.
  package private(set) var downloads: Set<SHA256Digest> = []

  /// Reads a sealed lock (``Selector/hasSealedLock(_:)``), all of whose lines the parser has
  /// accepted. In any other lock, this may miss versions. Returns `nil` if the lock has conflict
  /// markers, or if a line that is read is invalid or outdated. In that case, read the lock as a
  /// `Lockfile`.
  package init?(of bytes: [UInt8], for platform: Platform) {
    do throws(PinReadFault) {
      let found = try bytes.withSpan { text throws(PinReadFault) in
        (
          uses: try Self.uses(in: text, for: platform),
          downloads: try Self.downloads(in: text, of: bytes)
        )
      }
      (uses, downloads) = found
    } catch {
      return nil
    }
  }

  private static func uses(
    in text: Span<UInt8>, for platform: Platform
  ) throws(PinReadFault) -> Set<VersionUse> {
    var uses: Set<VersionUse> = []
    var lock = try LockText(text)
    while let heading = try lock.nextHeading(in: text) {
      guard case .tool(let start) = heading else { continue }
      let words = try LockText.words(at: start, in: text)
      let id = try LockText.contentID(forStanzaAt: start, platform: platform.name, in: text)
      guard let id else { continue }
      guard let tool = ToolName(String(decoding: text.copy(words.tool), as: UTF8.self)),
        let version = VersionText(String(decoding: text.copy(words.version), as: UTF8.self)),
        let id = ContentID(String(decoding: text.copy(id), as: UTF8.self))
      else { throw .malformed(line: LineBoundary.number(at: start, in: text)) }
      uses.insert(VersionUse(tool: tool, version: version, id: id))
    }
    return uses
  }

  /// Returns the digests in the `artifact` and `part` lines of `text`, which is a view of `bytes`.
  private static func downloads(
    in text: Span<UInt8>, of bytes: [UInt8]
  ) throws(PinReadFault) -> Set<SHA256Digest> {
    var downloads: Set<SHA256Digest> = []
    var next = 0
    while next < text.count {
      let start = next
      let end = LineBoundary.ofLine(in: text, from: start, next: &next)
      let word: Int
      if text.has("  artifact ", at: start) {
        word = 10
      } else if text.has("  part ", at: start) {
        word = 6
      } else {
        continue
      }
      var fields = LockLineFields(start + word..<end)
      var digest: SHA256Digest?
      while digest == nil, let field = fields.next(in: text) {
        guard text.has("sha256:", at: field.lowerBound) else { continue }
        digest = SHA256Digest(hexadecimal: bytes, field.lowerBound + 7..<field.upperBound)
      }
      guard let digest else {
        throw .malformed(line: LineBoundary.number(at: start, in: text))
      }
      downloads.insert(digest)
    }
    return downloads
  }
}
