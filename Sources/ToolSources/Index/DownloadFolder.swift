internal import Filesystem
internal import Layout
internal import Synchronization
internal import Vocabulary

/// The folder of the files that sources download to examine them: the downloads of the root or, for
/// a user who may not change the root, a temporary folder. Locking therefore works with a root that
/// one may only read.
///
/// The temporary folder is removed with its owner. A process that is killed leaves it behind, and
/// the next one that makes such a folder removes it.
final class DownloadFolder: Sendable {
  private let root: Root
  private let parent: FilePath
  private let temporary = Mutex<FilePath?>(nil)

  init(_ root: Root, _ environment: Environment) {
    self.root = root
    parent = environment.path("TMPDIR") ?? "/tmp"
  }

  deinit {
    temporary.withLock { folder in
      if let folder { try? folder.removeTree() }
    }
  }

  /// Returns the path of the file with this digest, which need not exist.
  func path(of digest: SHA256Digest) -> FilePath {
    let kept = root.download(digest)
    guard let folder = temporary.withLock({ $0 }), !kept.exists else { return kept }
    return folder.appending(digest.hexadecimal)
  }

  /// Creates the folder for a new file if it is missing, and returns its path.
  func make() throws(FileError) -> FilePath {
    if root.isChangeable {
      try root.downloads.makeDirectories()
      return root.downloads.path
    }
    return try temporary.withLock { (made) throws(FileError) in
      if let made { return made }
      parent.removeAbandonedFiles(of: "bootstrap")
      let folder = parent.appending("bootstrap").temporarySibling()
      try folder.makeDirectory(permissions: 0o700)
      made = folder
      return folder
    }
  }
}
