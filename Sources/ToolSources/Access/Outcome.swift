/// Returns the result of `work`, whether it returns or throws.
///
/// A task must not return `(index, .success(try await work()))` itself. If `work` throws a typed
/// error, the optimizer of Swift 6.3.1 loses the first element of such a tuple.
func outcome<Value, Failure: Error>(
  of work: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(error)
  }
}
