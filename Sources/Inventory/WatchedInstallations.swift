package import Diagnostics
internal import Filesystem
package import Layout
internal import ObjectStore
internal import Vocabulary

/// The sizes of the recorded installations in bytes, without those in the trash: the current ones,
/// and then those after each change, by this process or by another.
///
/// The sequence ends when the store's file is removed or replaced, because what it contained is
/// then unknown. It throws the ``Problem`` with a store that was damaged or emptied, and
/// ``Problem/interrupted`` if its task is canceled.
package struct WatchedInstallations: AsyncSequence, Sendable {
  /// The sizes by installation.
  package typealias Element = [InstalledVersion: Int]
  /// The problem with the store.
  package typealias Failure = Problem

  let connection: StoreConnection

  /// Returns an iterator that begins with the current installations.
  package func makeAsyncIterator() -> Iterator { Iterator(base: self) }

  /// An iterator over the sizes after each change.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let base: WatchedInstallations
    /// The installations, or `nil` before the first read.
    private var result: LiveResult<InstallationRecord>?

    fileprivate init(base: WatchedInstallations) { self.base = base }

    /// Waits for the next change.
    package mutating func next() async throws(Problem) -> Element? {
      try await next(isolation: nil)
    }

    /// Waits for the next change on the caller's actor.
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
      // The names of the tools are other objects, so everything is read from one snapshot.
      return try StoredInstallations(connection: connection).sizes()
    }
  }
}
