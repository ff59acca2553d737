package import Diagnostics
internal import Filesystem
package import Layout
internal import ObjectStore
internal import Vocabulary

/// A sequence of the installations that are in place and their sizes in bytes. Starts with the
/// current installations. Another element follows each change, whichever process made it.
///
/// The sequence ends if the store's file is removed or replaced. It throws the ``Problem`` with a
/// store that was damaged or emptied, and ``Problem/interrupted`` if its task is canceled.
package struct WatchedInstallations: AsyncSequence, Sendable {
  /// The sizes, keyed by installation.
  package typealias Element = [InstalledVersion: Int]
  /// The problem with the store.
  package typealias Failure = Problem

  let connection: StoreConnection

  /// Returns an iterator that starts with the current installations.
  package func makeAsyncIterator() -> Iterator { Iterator(base: self) }

  /// An iterator over the sizes after each change.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let base: WatchedInstallations
    /// The live result that signals changes, or `nil` before the first read.
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
      // Tool names are separate objects, so one snapshot provides both.
      return try StoredInstallations(connection: connection).sizes()
    }
  }
}
