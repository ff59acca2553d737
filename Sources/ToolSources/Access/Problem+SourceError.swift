package import Diagnostics
internal import Filesystem

extension Problem {
  /// What a person is told where a source did not answer.
  package init(_ error: SourceError) {
    self =
      switch error {
      case .problems(let problems): .sources(problems)
      case .file(let error): Problem(error)
      case .cancelled: .interrupted
      }
  }
}

/// What a source answers, or what a person is told where it does not.
package func asking<Answer>(
  _ body: () async throws(SourceError) -> Answer
) async throws(Problem) -> Answer {
  do throws(SourceError) {
    return try await body()
  } catch {
    throw Problem(error)
  }
}

/// What `body` returns, or why the machine failed a source.
func fromDisk<Value>(_ body: () throws(FileError) -> Value) throws(SourceError) -> Value {
  do throws(FileError) {
    return try body()
  } catch {
    throw .file(error)
  }
}
