package import Filesystem

// The files of a project. They are in one folder, except those of the user: dotfiles are kept in a
// repository, and the home has only a link to the Toolfile there.
extension Environment {
  /// Returns the folder to which the lock and the relative paths of the Toolfile in `folder`
  /// belong: that of the real Toolfile if `folder` is the user's home and its Toolfile is a link,
  /// otherwise `folder` itself.
  ///
  /// A link in any other folder is part of a repository, whose files stay where they are.
  package func filesFolder(of folder: FilePath) -> FilePath {
    linkedToolfile(in: folder)?.parentDirectory ?? folder
  }

  /// Returns the path of the lock that belongs to the Toolfile in `folder`.
  package func lock(in folder: FilePath) -> FilePath {
    filesFolder(of: folder).appending(Lockfile.name)
  }

  /// Returns the file to which the Toolfile in the user's home leads, or `nil` if `folder` is not
  /// the home, its Toolfile is not a link, or the link leads nowhere.
  package func linkedToolfile(in folder: FilePath) -> FilePath? {
    let toolfile = folder.appending(Toolfile.name)
    // Most Toolfiles are no links, and this tells so with one call.
    guard ((try? toolfile.linkTarget()) ?? nil) != nil, isHome(folder) else { return nil }
    return try? toolfile.resolvingLinks()
  }

  /// The user's home without links in its path, if its Toolfile is a link, and `nil` otherwise.
  package var homeWithLinkedToolfile: FilePath? {
    guard let home = path("HOME"), home.isAbsolute,
      ((try? home.appending(Toolfile.name).linkTarget()) ?? nil) != nil
    else { return nil }
    return try? home.resolvingLinks()
  }

  /// Returns whether the file to which a Toolfile in the user's home leads is read
  /// (``reads(_:)``). `status` is that of the entry. True if it is no such link.
  package func readsLink(from folder: FilePath, _ status: FileStatus) -> Bool {
    guard status.kind == .link, let file = linkedToolfile(in: folder) else { return true }
    return reads(file)
  }
}
