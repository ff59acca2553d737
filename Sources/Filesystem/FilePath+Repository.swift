/// The rule for links in a repository: a file that a link leads out of it is neither shown nor
/// written through, whether the link is the file itself or a folder on the way to it. A stranger
/// may have committed the link, and its target may be any file of the user.
///
/// The files in the user's home are exempt. They may well be links to a folder of dotfiles.
extension FilePath {
  /// Whether a symbolic link on the way to this file leads out of its repository, or nowhere. The
  /// file need not exist.
  package var leadsOutside: Bool {
    leadsOutside(ofRepositoryWith: parentDirectory)
  }

  /// Returns whether this path leads, through any of its links, out of the repository that contains
  /// `folder`, or nowhere.
  package func leadsOutside(ofRepositoryWith folder: FilePath) -> Bool {
    guard isAbsolute, folder.isAbsolute else {
      // The folders above a relative path are not in its text.
      guard let directory = try? Self.workingDirectory() else { return true }
      return directory.resolving(self)
        .leadsOutside(ofRepositoryWith: directory.resolving(folder))
    }
    let home = Self.home
    if let home, folder.isSame(as: home) { return false }
    let file: FilePath
    do {
      file = try resolvingLinks()
    } catch {
      let status = (try? linkStatus()) ?? nil
      // Reading or writing the file will report a failure of the system.
      if error.isSystemFailure { return status?.kind == .link }
      if status != nil { return true }
      // A missing file is where its folder leads.
      return self == folder || parentDirectory == self
        ? false : parentDirectory.leadsOutside(ofRepositoryWith: folder)
    }
    guard let repository = Self.target(ofRepositoryWith: folder, home: home) else { return true }
    return file != repository && file.relative(to: repository) == nil
  }

  /// Returns where the repository that contains `folder` is, or `nil` if a link leads from another
  /// repository to it. That link may be a stranger's.
  private static func target(ofRepositoryWith folder: FilePath, home: FilePath?) -> FilePath? {
    let repository = folder.repository(home: home)
    let target: FilePath
    do {
      target = try repository.resolvingLinks()
    } catch {
      return error.isSystemFailure ? repository : nil
    }
    let above = repository.parentDirectory
    guard above != repository, above.hasRepository(home: home) else { return target }
    guard let other = Self.target(ofRepositoryWith: above, home: home) else { return nil }
    // Both are one folder where a path contains `.`.
    return target == other || target.relative(to: other) != nil ? target : nil
  }

  /// Returns the folder of the repository that contains this folder: the nearest one with an entry
  /// `.git`, else the nearest with a `Toolfile`, else the nearest with a `.tool-version`, else this
  /// folder itself.
  ///
  /// The home is never the repository of what it contains, even if it is under version control.
  package func repository(home: FilePath?) -> FilePath {
    let candidates = foldersOfProjects(home: home)
    for mark in Self.repositoryMarks {
      if let folder = candidates.first(where: { $0.appending(mark).exists }) { return folder }
    }
    return self
  }

  /// Returns the folders, from this one up, that may be those of a project: all that do not contain
  /// the home.
  package func foldersOfProjects(home: FilePath?) -> [FilePath] {
    let homes = home.map { [$0, (try? $0.resolvingLinks()) ?? $0] } ?? []
    return Array(
      selfAndAncestors.prefix { candidate in
        candidate != "/" && !homes.contains { $0 == candidate || $0.relative(to: candidate) != nil }
      })
  }

  /// The entries by which a folder is that of a repository or a project, the surest first.
  package static let repositoryMarks = [".git", "Toolfile", ".tool-version"]

  private func hasRepository(home: FilePath?) -> Bool {
    foldersOfProjects(home: home).contains { folder in
      Self.repositoryMarks.contains { folder.appending($0).exists }
    }
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
