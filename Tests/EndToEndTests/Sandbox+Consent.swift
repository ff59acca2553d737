import Sandboxes
import Testing

extension Sandbox {
  /// Accepts what the files of a folder ask for, as a user without a terminal does.
  func accept(in folder: String = ".") async throws {
    let digest = try await run(["bootstrap", "trust", "--digest"], in: folder)
    let list = digest.standardOutput.split(separator: "\n").joined()
    let answer = try await run(
      ["bootstrap", "trust"], in: folder, environment: ["BOOTSTRAP_TRUST": list])
    #expect(answer.exitCode == 0)
  }
}
