internal import Diagnostics

/// The results of `work` for all `inputs`, at once and in their order. What sources lack is said of all of them together; any other
/// failure ends the work.
func gathering<Input: Sendable, Output: Sendable>(
  _ inputs: [Input], _ work: @escaping @Sendable (Input) async throws(Problem) -> Output
) async throws(Problem) -> [Output] {
  var outputs: [Int: Output] = [:]
  var unmet: [Int: [SourceProblem]] = [:]
  var failure: Problem?
  await withTaskGroup(of: (Int, Result<Output, Problem>).self) { group in
    for (index, input) in inputs.enumerated() {
      group.addTask {
        do throws(Problem) {
          return (index, .success(try await work(input)))
        } catch {
          return (index, .failure(error))
        }
      }
    }
    for await (index, result) in group {
      switch result {
      case .success(let output): outputs[index] = output
      case .failure(.sources(let problems)): unmet[index] = problems
      case .failure(let problem):
        failure = failure ?? problem
        group.cancelAll()
      }
    }
  }
  if let failure { throw failure }
  let problems = unmet.sorted { $0.key < $1.key }.flatMap(\.value)
  if !problems.isEmpty { throw .sources(problems) }
  return inputs.indices.compactMap { outputs[$0] }
}
