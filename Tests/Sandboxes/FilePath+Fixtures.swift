package import Filesystem
internal import Foundation
internal import Snapshots

extension FilePath {
  /// The `Fixtures` folder of the repository.
  package static let fixtures = FilePath(Snapshot.fixtures.path)
}
