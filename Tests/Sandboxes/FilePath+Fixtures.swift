package import Filesystem
internal import Foundation
internal import Snapshots

extension FilePath {
  /// The folder `Fixtures` of the repository.
  package static let fixtures = FilePath(Snapshot.fixtures.path)
}
