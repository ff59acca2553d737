package import Diagnostics
internal import Filesystem
package import Layout
internal import ObjectStore
internal import Vocabulary

/// The total file sizes in bytes of the recorded installations that are not in the trash: first the
/// current sizes, then the new sizes after each change, by this process or another.
///
/// The sequence ends when the store's file is removed or replaced, because its contents are then
/// unknown. It throws the ``Problem`` if the store was damaged or emptied, and
/// ``Problem/interrupted`` if its task is canceled.
package struct WatchedInstallations: AsyncSequence, Sendable {
  /// The sizes, keyed by installation.
  package typealias Element = [InstalledVersion: Int]
  /// The problem with the store.
  package typealias Failure = Problem

  let connection: StoreConnection

  /// Returns an iterator that starts with the current sizes.
  package func makeAsyncIterator() -> Iterator { Iterator(base: self) }

  /// An iterator over the sizes.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let base: WatchedInstallations
    /// The live result of the installations, or `nil` before the first read.
    private var result: LiveResult<InstallationRecord>?

    fileprivate init(base: WatchedInstallations) { self.base = base }

    /// Waits for a change and returns the new sizes. The first call returns the current sizes at
    /// once.
    package mutating func next() async throws(Problem) -> Element? {
      try await next(isolation: nil)
    }

    /// Waits for a change on the caller's actor and returns the new sizes.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Problem) -> Element? {
      let connection = base.connection
      do throws(StoreError) {
        if let result {
          _ = try await result.next()
        } else {
          result = try connection.store.liveResult(
            of: FetchRequest(InstallationRecord.self, where: .isNil(\.removed)))
        }
      } catch {
        if case .replaced = error { return nil }
        throw Problem(error, path: connection.path)
      }
      // Reads everything in one snapshot, because the tools' names are separate objects.
      return try StoredInstallations(connection: connection).sizes()
    }
  }
}
