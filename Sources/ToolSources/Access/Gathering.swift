package import Diagnostics

/// Runs `work` for all `inputs` concurrently and returns the results in the order of the inputs.
///
/// - Throws: ``Problem/sources(_:)`` with the source problems of all inputs, in the order of the
///   inputs. Any other problem cancels the remaining work and is thrown alone.
package func concurrentResults<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ work: @escaping @Sendable (Input) async throws(Problem) -> Output
) async throws(Problem) -> [Output] {
  var outputs: [Int: Output] = [:]
  var sourceProblems: [Int: [SourceProblem]] = [:]
  var failure: Problem?
  await withTaskGroup(of: (Int, Result<Output, Problem>).self) { group in
    for (index, input) in inputs.enumerated() {
      group.addTask {
        let result = await outcome { () async throws(Problem) in try await work(input) }
        return (index, result)
      }
    }
    for await (index, result) in group {
      switch result {
      case .success(let output): outputs[index] = output
      case .failure(.sources(let problems)): sourceProblems[index] = problems
      case .failure(let problem):
        failure = failure ?? problem
        group.cancelAll()
      }
    }
  }
  if let failure { throw failure }
  let problems = sourceProblems.sorted { $0.key < $1.key }.flatMap(\.value)
  if !problems.isEmpty { throw .sources(problems.withoutDuplicates) }
  return inputs.indices.compactMap { outputs[$0] }
}
