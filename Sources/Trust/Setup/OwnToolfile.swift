package import Filesystem

/// The rule by which a Toolfile is the user's own, so that its hooks need no consent.
///
/// It is the one in the home, which may be a link into a folder of dotfiles. The home is that of
/// the user database: a variable alone could name a stranger's folder. A home that is itself the
/// checkout of a repository gets its Toolfile from there, so that one does not count.
package struct OwnToolfile: Sendable {
  /// The home of the effective user in the user database, or `nil` if it has none.
  private let home: FilePath?

  /// Creates the rule.
  package init(home: FilePath? = .homeOfUser) { self.home = home }

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

  /// Returns whether nobody else can replace the entries of `folder`, or a folder on the way to it.
  private static func isClosed(_ folder: FilePath) -> Bool {
    folder.selfAndAncestors.allSatisfy { folder in
      guard let status = (try? folder.status()) ?? nil else { return false }
      let isSticky = status.permissions & 0o1000 != 0
      return (status.owner == 0 || status.owner == FilePath.user)
        && (!status.isWritableByOthers || isSticky)
    }
  }
}
