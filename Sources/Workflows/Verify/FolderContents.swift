internal import Filesystem

/// All non-folders below a folder, by path bytes: names equal to Swift may be different files.
struct FolderContents {
  private(set) var entries: [FilePath: Entry] = [:]
  /// Folders and entries that the system does not let us look at.
  private(set) var unreadable: [FilePath: FileError] = [:]

  enum Entry {
    case file(FileStatus)
    case link(FilePath)
    case other
  }

  /// Reads the folder `path`, which stands at `place` of the whole. Links are not followed.
  mutating func read(_ path: FilePath, below place: FilePath?) {
    let names: [FilePath]
    do throws(FileError) {
      names = try Directory.open(path).entries()
    } catch {
      unreadable[place ?? "."] = error
      return
    }
    for name in names {
      let (entry, here) = (path.appending(name), place?.appending(name) ?? name)
      do throws(FileError) {
        guard let status = try entry.linkStatus() else { continue }
        switch status.kind {
        case .directory: read(entry, below: here)
        case .file: entries[here] = .file(status)
        case .link: entries[here] = .link(try entry.linkTarget() ?? "")
        case .other: entries[here] = .other
        }
      } catch {
        unreadable[here] = error
      }
    }
  }
}
