internal import Diagnostics

/// The names that an extraction makes, to find two that cannot both be.
struct MemberNames {
  private var files: Set<MemberPath> = []
  private var directories: Set<MemberPath> = []
  /// Each name as it was first spelled, by its folded form. Empty where the file system tells cases apart.
  private var spellings: [String: String] = [:]
  private let foldsCase: Bool
  /// Where the last member was, which is where its neighbours are too.
  private var last: MemberPath?

  init(foldsCase: Bool) { self.foldsCase = foldsCase }

  /// Adds a member, and the directories above it.
  mutating func insert(_ path: MemberPath, _ kind: ArchiveMember.Kind) throws(MemberFailure) {
    if kind == .directory {
      if files.contains(path) { throw .fileAndDirectory }
      // A directory may be named again and again: what stands below it brings it too.
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

  private mutating func insertSpelling(_ text: String) throws(MemberFailure) {
    guard foldsCase else { return }
    // Strings are equal when Unicode holds them for equivalent, as such file systems do too.
    let folded = text.lowercased()
    if let other = spellings.updateValue(text, forKey: folded) {
      throw .differsOnlyInCase(other: other)
    }
  }
}
