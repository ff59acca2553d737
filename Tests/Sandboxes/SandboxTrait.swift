package import Testing

extension Sandbox {
  /// The sandbox of the running test.
  ///
  /// A test without one must not run a command, since it would find the developer's own home: it stops here.
  package static var current: Sandbox {
    guard let sandbox = bound else {
      preconditionFailure("this test has no sandbox: add `.sandbox` to it or to its suite")
    }
    return sandbox
  }

  @TaskLocal fileprivate static var bound: Sandbox?
}

/// Gives each test, and each case of a test with arguments, a sandbox of its own.
package struct SandboxTrait: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent () async throws -> Void
  ) async throws {
    // A suite has no case: the sandbox is made for the tests in it.
    guard testCase != nil else { return try await function() }
    try await Sandbox.$bound.withValue(Sandbox()) { try await function() }
  }
}

extension Trait where Self == SandboxTrait {
  package static var sandbox: SandboxTrait { SandboxTrait() }
}

/// The sandbox of the running test.
package var sandbox: Sandbox { .current }
