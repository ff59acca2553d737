internal import Diagnostics
internal import Filesystem
internal import ToolSources

extension Problem {
  init(_ error: SourceError) {
    self =
      switch error {
      case .problems(let problems): .sources(problems)
      case .file(let error): Problem(error)
      case .cancelled: .interrupted
      }
  }
}

/// What a source answers, or what a person is told where it does not.
func asking<Answer>(
  _ body: () async throws(SourceError) -> Answer
) async throws(Problem) -> Answer {
  do throws(SourceError) {
    return try await body()
  } catch {
    throw Problem(error)
  }
}
