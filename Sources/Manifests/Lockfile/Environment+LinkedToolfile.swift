package import Filesystem

// The location of a project's files. They are in one folder, except if the user keeps dotfiles in a
// repository and has only a link to the Toolfile in the home directory.
extension Environment {
  /// Returns the folder that contains the lock, and where relative paths start, for the Toolfile in
  /// `folder`. This is `folder`, unless `folder` is the user's home directory and its Toolfile is a
  /// link: then it is the folder of the real file.
  ///
  /// A link in any other folder is part of a repository and changes nothing.
  package func filesFolder(of folder: FilePath) -> FilePath {
    linkedToolfile(in: folder)?.parentDirectory ?? folder
  }

  /// Returns the path of the lock for the Toolfile in `folder`.
  package func lock(in folder: FilePath) -> FilePath {
    filesFolder(of: folder).appending(Lockfile.name)
  }

  /// Returns the target of the Toolfile in the user's home directory, or `nil` if `folder` is not
  /// the home directory, its Toolfile is not a link, or the target is missing.
  package func linkedToolfile(in folder: FilePath) -> FilePath? {
    let toolfile = folder.appending(Toolfile.name)
    // Most Toolfiles are not links, which one call shows.
    guard ((try? toolfile.linkTarget()) ?? nil) != nil, isHome(folder) else { return nil }
    return try? toolfile.resolvingLinks()
  }

  /// The user's home directory, as a path without links, if its Toolfile is a link, and `nil`
  /// otherwise.
  package var homeWithLinkedToolfile: FilePath? {
    guard let home = path("HOME"), home.isAbsolute,
      ((try? home.appending(Toolfile.name).linkTarget()) ?? nil) != nil
    else { return nil }
    return try? home.resolvingLinks()
  }

  /// Returns whether ``reads(_:)`` permits the target of a linked Toolfile in the user's home
  /// directory, or `true` if the Toolfile is no such link. `status` is that of the Toolfile itself.
  package func readsLink(from folder: FilePath, _ status: FileStatus) -> Bool {
    guard status.kind == .link, let file = linkedToolfile(in: folder) else { return true }
    return reads(file)
  }
}
