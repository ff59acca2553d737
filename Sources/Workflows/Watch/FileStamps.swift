internal import Filesystem
internal import Selection

/// The states of a set of files and folders. Equal values mean that nothing has changed. The state
/// of a folder changes when an entry is added, removed, or replaced.
struct FileStamps: Equatable {
  private let identities: [FilePath: FileIdentity?]

  /// Reads the states of the files at `paths`, which may be missing.
  init(of paths: Set<FilePath> = []) {
    identities = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, FileIdentity(of: PathText($0.bytes))) })
  }
}
