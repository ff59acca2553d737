internal import Foundation

/// A program that runs in a sandbox.
package struct Running: Sendable {
  package let command: [String]
  package let child: Child
  private let files: Files
  private let sandbox: Sandbox

  /// The files that hold its streams.
  struct Files: Sendable {
    let input: String
    let output: String
    let error: String

    init(prefix: String) {
      input = prefix + ".in"
      output = prefix + ".out"
      error = prefix + ".err"
    }
  }

  init(command: [String], child: Child, files: Files, sandbox: Sandbox) {
    self.command = command
    self.child = child
    self.files = files
    self.sandbox = sandbox
  }

  /// Waits for its end.
  package func outcome() async throws -> Outcome {
    let ending = await child.ending()
    let output = try Data(contentsOf: URL(fileURLWithPath: files.output))
    let error = try Data(contentsOf: URL(fileURLWithPath: files.error))
    return Outcome(
      command: command, ending: ending,
      standardOutput: sandbox.redacted(String(decoding: output, as: UTF8.self)),
      standardError: sandbox.redacted(String(decoding: error, as: UTF8.self)),
      outputBytes: Array(output))
  }

  /// What it wrote to standard error so far.
  package var errorSoFar: String {
    let error = FileManager.default.contents(atPath: files.error) ?? Data()
    return sandbox.redacted(String(decoding: error, as: UTF8.self))
  }

  /// Waits until its standard error has `text`. Whether it came before the program ended or `timeLimit` passed.
  package func says(_ text: String, timeLimit: Duration = .seconds(20)) async -> Bool {
    let deadline = ContinuousClock.now + timeLimit
    while ContinuousClock.now < deadline {
      if errorSoFar.contains(text) { return true }
      if child.hasEnded { return errorSoFar.contains(text) }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
