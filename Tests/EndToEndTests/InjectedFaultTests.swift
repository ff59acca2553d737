import Foundation
import Manifests
import SampleWheels
import Sandboxes
import Testing

/// Commands whose system calls fail. strace(1) makes them fail.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
struct InjectedFaultTests {
  /// Locks a project with one tool, whose artifact is a tar archive.
  private func lockedProject() async throws {
    var tar = TarWriter()
    tar.add("bin/greet", "#!/bin/sh\necho greet\n", isExecutable: true)
    let bytes = tar.gzipBytes
    let digest = SHA256Digest(of: bytes).hexadecimal
    let artifact =
      "artifact greet 1.0 any tar.gz sha256:\(digest) \(bytes.count) greet.tgz provides greet"
    try SampleFolder([artifact]).write(to: "tools", in: sandbox)
    try sandbox.write("tools/greet.tgz", bytes)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "directory", "tools"
      tool "greet"

      """)
    try sandbox.makeDirectory(".git")
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
  }

  /// Runs a command in which system calls fail.
  ///
  /// - Parameters:
  ///   - command: The arguments of `bootstrap`.
  ///   - fault: The calls that fail, as the option `inject` of strace(1) describes them.
  ///   - path: The path to which the calls must refer, or `nil` if any path counts.
  private func run(
    _ command: String, failing fault: String, on path: String? = nil
  ) async throws -> Outcome {
    try await sandbox.run(
      ["/usr/bin/strace", "-f", "-qq", "-o", sandbox.path("$SANDBOX/trace")]
        + (path.map { ["-P", sandbox.path($0)] } ?? [])
        + ["-e", "trace=\(fault.prefix { $0 != ":" })", "-e", "inject=\(fault)", "bootstrap"]
        + command.split(separator: " ").map(String.init))
  }

  @Test func `a temporary file that cannot be removed stays out of the installation`() async throws
  {
    try await lockedProject()
    _ = try await run("install --quiet", failing: "unlinkat:error=EIO:when=1")
    #expect(sandbox.text("$SANDBOX/trace")?.contains("-CASE\"") == true, "it was another call")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["bootstrap", "verify", "--quiet"]))
    #expect(sandbox.tree("$ROOT").filter { $0.hasSuffix("-CASE") } == [])
  }
}
