internal import Diagnostics

/// The names that an extraction creates, for detecting names that collide.
struct MemberNames {
  private var files: Set<MemberPath> = []
  private var directories: Set<MemberPath> = []
  /// The original spelling of each name by its case-folded form. Empty if the file system
  /// is case-sensitive.
  private var spellings: [String: String] = [:]
  private let foldsCase: Bool
  /// A recently inserted member. Its parent folders are in ``directories``.
  private var last: MemberPath?

  init(foldsCase: Bool) { self.foldsCase = foldsCase }

  /// Adds a member and its parent folders.
  ///
  /// - Throws: ``MemberFailure`` if the name collides with an earlier one.
  mutating func insert(_ path: MemberPath, _ kind: ArchiveMember.Kind) throws(MemberFailure) {
    if kind == .directory {
      if files.contains(path) { throw .fileAndDirectory }
      // Folders may repeat: members below a folder add it too.
      if !directories.insert(path).inserted { return }
    } else {
      if directories.contains(path) { throw .fileAndDirectory }
      if !files.insert(path).inserted { throw .duplicate }
    }
    try insertSpelling(path.text)
    if let last, last.isBeside(path) { return }
    if let parent = path.parent { try insert(parent, .directory) }
    last = path
  }

  /// Records the spelling of a name.
  ///
  /// - Throws: ``MemberFailure/differsOnlyInCase(other:)`` if an earlier name differs only
  ///   in case.
  private mutating func insertSpelling(_ text: String) throws(MemberFailure) {
    guard foldsCase else { return }
    // Swift compares strings by canonical equivalence, as case-insensitive file systems do.
    let folded = text.lowercased()
    if let other = spellings.updateValue(text, forKey: folded) {
      throw .differsOnlyInCase(other: other)
    }
  }
}
