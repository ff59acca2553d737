internal import Filesystem
internal import Layout

/// Files of one process, which it alone deletes: in a folder of its own among the downloads, or on
/// the same file system.
///
/// Other processes can delete downloads as soon as this one releases the lock of the root. If this
/// process is killed, the next change of the root removes the folder.
final class HeldFiles: Sendable {
  private let folder: FilePath
  /// Tells processes in other containers that the folder is in use.
  private let descriptor: FileDescriptor

  /// Creates an empty folder.
  init(in root: Root) throws(FileError) {
    try root.downloads.makeDirectories()
    folder = root.downloads.appending("held").temporarySibling()
    try folder.makeDirectory(permissions: 0o700)
    descriptor = try FileDescriptor.open(folder, .read)
    descriptor.markAsInUse()
  }

  deinit { try? folder.removeTree() }

  /// Moves a download into the folder, or keeps it and adds a link or, where there are no hard
  /// links, a copy. The caller must hold the lock of the root. Returns the new path.
  func take(_ download: FilePath, isKept: Bool) throws(FileError) -> FilePath {
    let path = folder.appending(download.lastComponent)
    if !isKept {
      try download.rename(to: path)
      return path
    }
    do {
      let source = try Directory.open(download.parentDirectory)
      try Directory.open(folder)
        .makeHardLink(download.lastComponent, to: FilePath(download.lastComponent), in: source)
    } catch {
      try download.copyFile(to: path)
    }
    return path
  }
}
