/// Returns the result of `work`, whether it returns or throws.
///
/// A task must not return `(index, .success(try await work()))` itself. With optimization, Swift
/// 6.3.1 corrupts the first element of such a tuple if `work` has a typed error.
func outcome<Value, Failure: Error>(
  of work: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do {
    return .success(try await work())
  } catch {
    return .failure(error)
  }
}
