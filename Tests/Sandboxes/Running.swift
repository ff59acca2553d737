internal import Foundation

/// A program that is running in a sandbox.
package struct Running: Sendable {
  package let command: [String]
  package let child: Child
  private let files: Files
  private let sandbox: Sandbox

  /// The files that hold the standard streams.
  struct Files: Sendable {
    let input: String
    let output: String
    let error: String

    /// Creates paths that consist of `prefix` and an extension for each stream.
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

  /// Waits for the program to end and returns its outcome.
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

  /// The standard output so far, unredacted.
  package var outputSoFar: String {
    String(decoding: FileManager.default.contents(atPath: files.output) ?? Data(), as: UTF8.self)
  }

  /// The standard error so far, redacted.
  package var errorSoFar: String {
    let error = FileManager.default.contents(atPath: files.error) ?? Data()
    return sandbox.redacted(String(decoding: error, as: UTF8.self))
  }

  /// Waits until standard error contains `text` or the program ends. Returns whether the
  /// text appeared.
  ///
  /// Polls on a separate thread, because other tests may occupy Swift's cooperative thread pool.
  package func reports(_ text: String) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while !errorSoFar.contains(text), !child.hasEnded { Thread.sleep(forTimeInterval: 0.005) }
        continuation.resume(returning: errorSoFar.contains(text))
      }
    }
  }
}
