package import Filesystem

/// The folders with the files of a project: its own, those of the projects that contain it, and the
/// other checkouts of its repository.
///
/// Whoever can commit to a project writes in all of them. A folder that contains the user's home,
/// such as `/`, is left out: whoever controls it decides what runs there anyway.
package struct ProjectCheckouts {
  package let folders: [FilePath]

  /// Finds the folders of the project that contains `folder`.
  package init(of folder: FilePath, home: FilePath?) {
    let homes = home.map { [$0, (try? $0.resolvingLinks()) ?? $0] } ?? []
    let places = [folder, (try? folder.resolvingLinks()) ?? folder]
      .flatMap { $0.foldersOfProjects(home: home) }
      .filter { place in
        FilePath.repositoryMarks.contains { place.appending($0).exists }
      }
    folders = ([folder] + places + places.flatMap(Self.checkouts)).filter { checkout in
      checkout != "/" && !homes.contains { $0.isPart(of: checkout) }
    }
  }

  /// Returns the folder that corresponds to `folder` in the main checkout of its repository, or
  /// `folder` itself if it is not in a linked worktree.
  ///
  /// The repository must list the worktree. What the worktree claims about itself proves nothing,
  /// and neither does the address of a remote. The worktree must belong to this user, because
  /// somebody else may have created a folder in place of a deleted worktree.
  package static func mainFolder(of folder: FilePath) -> FilePath {
    let physical = (try? folder.resolvingLinks()) ?? folder
    for place in physical.selfAndAncestors {
      let entry = place.appending(".git")
      guard let status = (try? entry.linkStatus()) ?? nil else { continue }
      guard status.kind == .file, status.owner == FilePath.user,
        let link = path(in: entry, after: "gitdir: "),
        link.parentDirectory.lastComponent == "worktrees",
        path(in: link.appending("gitdir")) == entry
      else { return folder }
      let repository = link.parentDirectory.parentDirectory
      let main = repository.lastComponent == ".git" ? repository.parentDirectory : repository
      return physical.relative(to: place).map(main.resolving) ?? main
    }
    return folder
  }

  /// Returns the folders of the main checkout and the worktrees of the repository at `folder`.
  private static func checkouts(besides folder: FilePath) -> [FilePath] {
    guard let repository = repository(of: folder.appending(".git")) else { return [] }
    let worktrees = repository.appending("worktrees")
    let names = (try? worktrees.entriesIfPresent()) ?? []
    let linked = names.compactMap { path(in: worktrees.appending($0).appending("gitdir")) }
    let main = repository.lastComponent == ".git" ? repository.parentDirectory : repository
    return [main] + linked.map(\.parentDirectory)
  }

  /// Returns the folder of the repository that an entry `.git` is or names, or `nil` if there is
  /// none. That of a linked worktree names a folder in the repository, which names the repository.
  private static func repository(of entry: FilePath) -> FilePath? {
    if entry.isDirectory { return entry }
    guard let folder = path(in: entry, after: "gitdir: ") else { return nil }
    let repository = path(in: folder.appending("commondir")) ?? folder
    return repository.isDirectory ? repository : nil
  }

  /// Returns the path that a file of git contains, relative to the folder of the file.
  private static func path(in file: FilePath, after label: String = "") -> FilePath? {
    guard let bytes = try? file.contents(limit: 1 << 16), bytes.starts(with: label.utf8) else {
      return nil
    }
    let text = bytes.dropFirst(label.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
    if text.isEmpty { return nil }
    let path = file.parentDirectory.resolving(FilePath(bytes: Array(text)))
    return (try? path.resolvingLinks()) ?? path
  }
}
