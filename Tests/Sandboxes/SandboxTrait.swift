internal import Filesystem
internal import Foundation
package import Testing

extension Sandbox {
  /// The sandbox of the running test.
  ///
  /// Stops the test if there is none: without a sandbox, a command would use the developer's
  /// home folder.
  package static var current: Sandbox {
    guard let sandbox = bound else {
      preconditionFailure("this test has no sandbox: add `.sandbox` to it or to its suite")
    }
    return sandbox
  }

  /// Runs `body` with another sandbox as the current one.
  package static func withNew(_ body: () async throws -> Void) async throws {
    try await $bound.withValue(Sandbox()) { try await body() }
  }

  @TaskLocal fileprivate static var bound: Sandbox?
}

/// Gives each test, and each case of a parameterized test, its own sandbox.
package struct SandboxTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  /// Limits how many sandboxes exist at once. Tests often wait for a disk, a server, or a clock, so
  /// the limit is higher than the number of processors.
  ///
  /// Without a limit, all tests would start together and take turns running programs. A program
  /// that runs for a whole test, such as a watch, would then exceed its time limit.
  private static let slots = AsyncSemaphore(3 * ProcessInfo.processInfo.activeProcessorCount)

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent () async throws -> Void
  ) async throws {
    // A suite has no test case. Its tests create their own sandboxes.
    guard testCase != nil else { return try await function() }
    try await Self.slots.run {
      try await Sandbox.$bound.withValue(Sandbox()) { try await function() }
    }
  }
}

extension Trait where Self == SandboxTrait {
  /// Gives each test its own sandbox.
  package static var sandbox: SandboxTrait { SandboxTrait() }
}

/// The sandbox of the running test.
package var sandbox: Sandbox { .current }
