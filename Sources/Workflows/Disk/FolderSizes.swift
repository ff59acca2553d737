internal import Filesystem
internal import Layout

/// The sizes of the folders of a root besides its installations, in bytes. What cannot be read
/// counts as empty.
package struct FolderSizes: Hashable, Sendable {
  /// The folder of what the package managers of tools installed.
  package let packages: Int
  /// The folders of links to the executables of many tools.
  package let views: Int
  package let downloads: Int
  /// The number of kept downloads.
  package let downloadCount: Int
  package let trash: Int
  /// What interrupted commands left, and what a running one works on.
  package let staging: Int
  /// bootstrap's own programs, including those of the previous version.
  package let programs: Int
  /// The cached responses of sources.
  package let index: Int
  /// The database.
  package let store: Int

  /// The size of everything but the installations.
  var total: Int {
    packages + views + downloads + trash + staging + programs + index + store
  }

  /// Measures the folders of a root.
  ///
  /// - Throws: ``FileError`` if the kept downloads cannot be listed.
  init(of root: Root) throws(FileError) {
    packages = root.packages.path.sizeOfTree
    views = root.views.path.sizeOfTree
    downloads = root.downloads.path.sizeOfTree
    downloadCount = try root.downloads.entriesIfPresent().count
    trash = root.trash.path.sizeOfTree
    // The lock file only describes its holder.
    staging = root.staging.path.sizeOfTree - root.stagingLock.sizeOfTree
    programs = ["bin", "lib", "libexec", "share"].map(root.path.appending)
      .reduce(root.programs.sizeOfTree + root.previous.sizeOfTree) { $0 + $1.sizeOfTree }
    // These records are empty or name a version, and there are several for each installation.
    let records = [root.confirmed, root.resolved, root.proven].map(\.lastComponent)
    index = root.index.path.sizeOfFiles(except: records)
    store = root.store.sizeOfTree
  }
}
