/// The rule for links in a repository: a file that is a link out of it is neither shown nor written
/// through. A stranger may have committed the link, and its target may be any file of the user.
///
/// The files in the user's home are exempt. They may well be links to a folder of dotfiles.
extension FilePath {
  /// Whether this is a symbolic link that leads out of its repository, or nowhere.
  package var leadsOutside: Bool {
    guard let target = try? linkTarget(), !target.isEmpty else { return false }
    return leadsOutside(ofRepositoryWith: parentDirectory)
  }

  /// Returns whether this path leads, through any of its links, out of the repository that contains
  /// `folder`, or nowhere.
  package func leadsOutside(ofRepositoryWith folder: FilePath) -> Bool {
    let home = Self.home
    if let home, folder.isSame(as: home) { return false }
    guard let file = try? resolvingLinks() else { return (try? linkStatus()) ?? nil != nil }
    let repository = folder.repository(home: home)
    guard let repository = try? repository.resolvingLinks() else { return true }
    return file.relative(to: repository) == nil
  }

  /// Returns the folder of the repository that contains this folder: the nearest one with an entry
  /// `.git`, else the nearest with a `Toolfile`, else this folder itself.
  ///
  /// The home is never the repository of what it contains, even if it is under version control.
  package func repository(home: FilePath?) -> FilePath {
    let homes = home.map { [$0, (try? $0.resolvingLinks()) ?? $0] } ?? []
    let candidates = selfAndAncestors.prefix { candidate in
      candidate != "/" && !homes.contains { $0 == candidate || $0.relative(to: candidate) != nil }
    }
    return candidates.first { $0.appending(".git").exists }
      ?? candidates.first { $0.appending("Toolfile").exists } ?? self
  }

  /// The user's home, or `nil` if the environment names none.
  private static var home: FilePath? { Environment.current.path("HOME") }

  /// Returns whether both paths lead to the same folder.
  private func isSame(as other: FilePath) -> Bool {
    if self == other { return true }
    guard let own = try? resolvingLinks(), let others = try? other.resolvingLinks() else {
      return false
    }
    return own == others
  }
}
