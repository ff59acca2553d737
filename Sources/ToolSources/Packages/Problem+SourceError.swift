package import Diagnostics
internal import Filesystem

extension Problem {
  /// Creates the problem to report for an error of a source.
  package init(_ error: SourceError) {
    self =
      switch error {
      case .problems(let problems): .sources(problems)
      case .file(let error): Problem(error)
      case .cancelled: .interrupted
      }
  }
}

/// Returns the result of `body`, with its error converted to a ``Problem``.
///
/// - Throws: The ``Problem`` to report for the error that `body` throws.
package func mappingSourceErrors<Answer>(
  _ body: () async throws(SourceError) -> Answer
) async throws(Problem) -> Answer {
  do {
    return try await body()
  } catch {
    throw Problem(error)
  }
}

/// Returns the result of `body`, with its error converted to a ``SourceError``.
///
/// - Throws: ``SourceError/file(_:)`` with the error that `body` throws.
func mappingToSourceErrors<Value>(
  _ body: () throws(FileError) -> Value
) throws(SourceError) -> Value {
  do {
    return try body()
  } catch {
    throw .file(error)
  }
}
