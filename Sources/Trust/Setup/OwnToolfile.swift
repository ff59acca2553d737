package import Filesystem

/// The rule for when a Toolfile is the user's own, so that its hooks need no consent.
///
/// It is the one in the home directory, which can be a link into the user's dotfiles. The home
/// directory comes from the user database, because a variable could name a stranger's folder. If
/// the home directory is itself a checkout, the repository supplies the Toolfile, so it does not
/// count.
package struct OwnToolfile: Sendable {
  /// The effective user's home directory in the user database, or `nil` if there is none.
  private let home: FilePath?

  /// Creates the rule.
  package init(home: FilePath? = UserDatabase.home) { self.home = home }

  /// Returns whether `file` is the user's own Toolfile.
  package func includes(_ file: FilePath) -> Bool {
    guard let home = home.flatMap({ try? $0.resolvingLinks() }),
      let folder = try? file.parentDirectory.resolvingLinks(), folder == home,
      !home.selfAndAncestors.contains(where: { $0.appending(".git").exists }),
      let target = try? file.resolvingLinks(), let status = (try? target.status()) ?? nil
    else { return false }
    return status.kind == .file && status.owner == FilePath.user && !status.isWritableByOthers
      && [home, target.parentDirectory].allSatisfy(Self.isClosed)
  }

  /// Returns whether only the user can replace the entries of `folder`, and the folders on its
  /// path.
  private static func isClosed(_ folder: FilePath) -> Bool {
    folder.selfAndAncestors.allSatisfy { folder in
      guard let status = (try? folder.status()) ?? nil else { return false }
      let isSticky = status.permissions & 0o1000 != 0
      return (status.owner == 0 || status.owner == FilePath.user)
        && (!status.isWritableByOthers || isSticky)
    }
  }
}
