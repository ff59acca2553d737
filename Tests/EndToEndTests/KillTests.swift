import Filesystem
import Foundation
import Inventory
import Layout
import LoopbackServer
import Manifests
import SampleWheels
import Sandboxes
import Testing
import Vocabulary

/// Installs that are killed at any moment, or run at the same time. The next command must succeed,
/// no incomplete installation may be visible, and no record may be lost.
@Suite(
  .sandbox,
  .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct KillTests {
  /// The tools of the project, sorted.
  private static let tools = ["actionlint", "cmake", "ninja", "ruff", "shellcheck"]

  /// Creates and locks a project of several tools with many files each.
  private func lockedProject() async throws {
    let index = SimpleIndex(on: try LoopbackServer())
    for name in Self.tools {
      for platform in [SamplePlatform.linuxX64, .linuxARM64, .macOSARM64] {
        var wheel = Wheel(name, "1.0", for: platform).program(name)
        for number in 0..<40 {
          wheel = wheel.member(ZipMember("\(name)/data/\(number).txt", "\(name) \(number)\n"))
        }
        index.publish(wheel)
      }
    }
    sandbox.atEnd { _ = index }
    sandbox[variable: "BOOTSTRAP_PYPI_INDEX"] = index.address
    try sandbox.write(
      "Toolfile",
      "platforms \"linux-x64\", \"linux-arm64\", \"macos-arm64\"\nsource \"pypi\"\n"
        + Self.tools.map { "tool \"\($0)\"\n" }.joined())
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
  }

  /// Returns the visible installations in a root and expects each to be complete.
  private func wholeInstallations(
    in root: Root, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Set<InstalledVersion> {
    let installed = try root.installedVersions()
    for one in installed {
      let folder = root.folder(of: one)
      let receipt = try #require(
        try Receipt.read(in: folder), "\(folder)", sourceLocation: sourceLocation)
      #expect(receipt.files.count >= 41, sourceLocation: sourceLocation)
      for file in receipt.files {
        let status = try folder.appending(file.path).linkStatus()
        #expect(status?.size == file.size, "\(file.path)", sourceLocation: sourceLocation)
        #expect(status?.permissions == file.mode, "\(file.path)", sourceLocation: sourceLocation)
      }
      for link in receipt.links {
        #expect(
          try folder.appending(link.path).linkTarget() == FilePath(link.target),
          sourceLocation: sourceLocation)
      }
    }
    return Set(installed)
  }

  /// Expects all tools to be installed, and the store, the shims, and the folders to agree.
  private func expectComplete(
    _ root: Root, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let installed = try wholeInstallations(in: root, sourceLocation: sourceLocation)
    #expect(
      installed.map(\.tool.text).sorted() == Self.tools, comment, sourceLocation: sourceLocation)
    let inventory = try await InstallationInventory.open(root)
    #expect(
      try inventory.installations.inPlace() == installed, comment, sourceLocation: sourceLocation)
    for one in installed {
      #expect(
        try inventory.projects.users(of: one) == [FilePath(sandbox.project)], comment,
        sourceLocation: sourceLocation)
    }
    for folder in [root.shims, root.routes] {
      let names = try folder.entries().filter { !$0.hasPrefix(".") }
      #expect(names == Self.tools, comment, sourceLocation: sourceLocation)
    }
    #expect(try root.unfinishedWork() == [], comment, sourceLocation: sourceLocation)
    let downloads = try root.downloads.entries().filter { $0.utf8.count != 64 }
    #expect(downloads == [], comment, sourceLocation: sourceLocation)
  }

  @Test func `the next install completes one killed at any time`() async throws {
    try await lockedProject()
    let clock = ContinuousClock()
    let start = clock.now
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    var duration = clock.now - start
    try await expectComplete(Root(FilePath(sandbox.root)), "never killed")

    let moments = 12
    var killed = 0
    var found: [Int] = []
    for moment in 0..<moments {
      let root = Root(FilePath(sandbox.path("$SANDBOX/root-\(moment)")))
      let environment = ["BOOTSTRAP_ROOT": root.path.string]
      try sandbox.write("$SANDBOX/root-\(moment)/libexec/bootstrap-shim", "")
      let comment: Comment = "killed at \(moment) of \(moments)"
      let start = clock.now
      let end = start + duration * (2 * moment + 1) / (2 * moments)
      let running = try sandbox.start(
        ["bootstrap", "install", "--quiet"], environment: environment)
      while clock.now < end, !running.child.hasEnded {
        try await Task.sleep(for: .milliseconds(1))
      }
      if running.child.hasEnded {
        // The install ended before the kill, because the machine is now faster. Spread the
        // following kills over the shorter duration.
        duration = min(duration, clock.now - start)
      } else {
        killed += 1
      }
      running.child.send(signal: SIGKILL, toGroup: true)
      _ = try await running.outcome()
      found.append(try wholeInstallations(in: root).count)

      expect(
        try await sandbox.run(["bootstrap", "install", "--quiet"], environment: environment))
      try await expectComplete(root, comment)
      let check = try await sandbox.run(["bootstrap", "check"], environment: environment)
      #expect(check.exitCode == 0, comment)
    }
    print("kill: \(killed) of \(moments) installs were killed, with \(found) installations there")
  }

  /// The argument is the file or folder whose appearance triggers the kill. Each appears in a
  /// different step of the install.
  @Test(arguments: [
    "staging/.lock", "downloads/sha256", "installs", "installs/ruff", "shims/.routes",
    "shims/shellcheck",
  ])
  func `the next install completes one killed at a given step`(_ trigger: String) async throws {
    try await lockedProject()
    let root = Root(FilePath(sandbox.path("$SANDBOX/other-root")))
    let environment = ["BOOTSTRAP_ROOT": root.path.string]
    let running = try sandbox.start(["bootstrap", "install", "--quiet"], environment: environment)
    while try root.path.appending(trigger).linkStatus() == nil, !running.child.hasEnded {
      try await Task.sleep(for: .microseconds(200))
    }
    running.child.send(signal: SIGKILL, toGroup: true)
    _ = try await running.outcome()
    let found = try wholeInstallations(in: root).count
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"], environment: environment))
    try await expectComplete(root, "killed with \(found) installations there")
  }

  @Test func `two concurrent installs both succeed`() async throws {
    try await lockedProject()
    let running = try (0..<2).map { _ in try sandbox.start(["bootstrap", "install", "--quiet"]) }
    for one in running { #expect(try await one.outcome().exitCode == 0) }
    try await expectComplete(Root(FilePath(sandbox.root)), "two at once")
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 0)
  }
}
