internal import Filesystem
internal import Selection

/// The states of some files and folders. If two are equal, nothing has changed: a folder's state
/// changes when an entry is added, removed, or replaced.
struct FileStamps: Equatable {
  private let identities: [FilePath: FileIdentity?]

  /// Reads the states of the files at `paths`, which may be missing.
  init(of paths: Set<FilePath> = []) {
    identities = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, FileIdentity(of: PathText($0.bytes))) })
  }
}
