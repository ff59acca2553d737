internal import Filesystem

/// All entries below a folder except folders.
///
/// The keys are paths relative to the outermost folder. They are compared as bytes, because names
/// that are equal as Swift strings may refer to different files.
struct FolderContents {
  private(set) var entries: [FilePath: Entry] = [:]
  /// The errors of folders and entries that could not be examined. The key of the outermost folder
  /// is `.`.
  private(set) var unreadable: [FilePath: FileError] = [:]

  /// A file, a link with its target, or any other kind of entry.
  enum Entry {
    case file(FileStatus)
    case link(FilePath)
    case other
  }

  /// Adds the entries of the folder `path` and of all folders below it. Does not follow links.
  ///
  /// - Parameters:
  ///   - path: The folder to read.
  ///   - relativePath: The path of this folder relative to the outermost folder, or `nil` if this
  ///     is the outermost folder.
  /// - Throws: ``FileError`` if the process or the system has no descriptors or no memory left.
  mutating func read(_ path: FilePath, below relativePath: FilePath?) throws(FileError) {
    let names: [FilePath]
    do {
      names = try Directory.open(path).entries()
    } catch {
      if error.isExhaustion { throw error }
      unreadable[relativePath ?? "."] = error
      return
    }
    for name in names {
      let (entry, here) = (path.appending(name), relativePath?.appending(name) ?? name)
      do {
        guard let status = try entry.linkStatus() else { continue }
        switch status.kind {
        case .directory: try read(entry, below: here)
        case .file: entries[here] = .file(status)
        case .link: entries[here] = .link(try entry.linkTarget() ?? "")
        case .pipe, .device, .other: entries[here] = .other
        }
      } catch {
        if error.isExhaustion { throw error }
        unreadable[here] = error
      }
    }
  }
}
