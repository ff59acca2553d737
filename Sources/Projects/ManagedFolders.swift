package import Filesystem
package import Layout

/// The folders whose programs the user has not put there: those of any root, and those of a
/// project with all of its checkouts.
package struct ManagedFolders: Sendable {
  /// The root and the checkouts, each without links and as spelled.
  private let folders: [FilePath]

  /// Creates the set for the folders of `root` and of the project that contains `folder`.
  ///
  /// - Parameters:
  ///   - folder: A folder of the project, or `nil` for the roots alone.
  ///   - home: The user's home, which never counts as a project.
  package init(of folder: FilePath?, root: Root, home: FilePath?) {
    let checkouts = folder.map { ProjectCheckouts(of: $0, home: home).folders } ?? []
    folders = ([root.path] + checkouts).flatMap(Self.spellings)
  }

  /// Returns whether `path` is in one of the folders. Links are followed, because one may lead
  /// there.
  package func contains(_ path: FilePath) -> Bool {
    Self.spellings(of: path).contains { path in
      folders.contains { path.isPart(of: $0) } || path.selfAndAncestors.contains(where: Self.isRoot)
    }
  }

  /// Returns whether a folder is a root, or an installation in one, whatever `BOOTSTRAP_ROOT` says.
  private static func isRoot(_ folder: FilePath) -> Bool {
    if folder.appending(Receipt.fileName).exists { return true }
    let root = Root(folder)
    return root.shims.path.exists && (root.store.exists || root.shimProgram.exists)
  }

  /// Returns a path without links and `..`: once where its last component is a link and once where
  /// that leads.
  private static func spellings(of path: FilePath) -> [FilePath] {
    let folder = try? path.parentDirectory.resolvingLinks()
    return [folder?.appending(path.lastComponent) ?? path, (try? path.resolvingLinks()) ?? path]
  }
}
