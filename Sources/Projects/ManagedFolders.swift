package import Filesystem
package import Layout

/// The folders to which bootstrap or a project adds programs: all roots, and the checkouts of a
/// project.
package struct ManagedFolders: Sendable {
  /// The root and the checkouts, each in two spellings.
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

  /// Returns whether `path` is in one of the folders, directly or through a symbolic link.
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

  /// Returns a path with the links in its parent resolved, and with all links resolved.
  private static func spellings(of path: FilePath) -> [FilePath] {
    let folder = try? path.parentDirectory.resolvingLinks()
    return [folder?.appending(path.lastComponent) ?? path, (try? path.resolvingLinks()) ?? path]
  }
}
