package import Diagnostics
internal import Filesystem

extension Problem {
  /// Creates the problem to report for a failed source.
  package init(_ error: SourceError) {
    self =
      switch error {
      case .problems(let problems): .sources(problems)
      case .file(let error): Problem(error)
      case .cancelled: .interrupted
      }
  }
}

/// Returns the result of `body`. Throws a source error as the problem to report.
package func mappingSourceErrors<Answer>(
  _ body: () async throws(SourceError) -> Answer
) async throws(Problem) -> Answer {
  do throws(SourceError) {
    return try await body()
  } catch {
    throw Problem(error)
  }
}

/// Returns the result of `body`. Throws a file error as a source error.
func mappingFileErrors<Value>(_ body: () throws(FileError) -> Value) throws(SourceError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
