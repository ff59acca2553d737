import Commands
import Diagnostics
import Filesystem
import Layout
import Testing

/// The cases that `install` completes without starting `bootstrap-change`.
@Suite struct UpToDateInstallTests {
  private let world: CommandWorld

  init() throws {
    world = try CommandWorld()
  }

  /// Runs `install` without `bootstrap-change`. Returns `nil` if `bootstrap-change` must do the
  /// work.
  private func run(_ words: String...) throws -> ExitCode? {
    try UpToDateInstall.run(world.session(["install"] + words))
  }

  @Test func `nothing is done if everything is installed`() throws {
    try world.write(".tool-version", "ruff 1.0\npython system\n")
    try world.install("ruff", "1.0")
    #expect(try run() == .success)
    #expect(try run("--frozen", "--offline", "--jobs", "4") == .success)
  }

  @Test(arguments: [["ruff"], ["--force"], ["--with", "docs"], ["--", "ruff@1.0"]])
  func `requests beyond an up-to-date check are handed over`(_ words: [String]) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    #expect(try UpToDateInstall.run(world.session(["install"] + words)) == nil)
  }

  @Test func `missing tools are left to the other program`() throws {
    try world.write(".tool-version", "ruff 1.0\nninja 1.13\n")
    try world.install("ruff", "1.0")
    #expect(try run() == nil)
    try world.install("ninja", "1.13")
    #expect(try run() == .success)
    try world.write("Toolfile", "tool \"ruff\"\n")
    #expect(try run() == nil, "no lock")
  }

  @Test(arguments: ["store.sqlite", "shims/.routes"])
  func `a root without a store or routes is not up to date`(_ name: String) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.path.appending(name).rename(to: world.home.appending("away"))
    #expect(try run() == nil)
  }

  @Test(arguments: ["", "ruff\n", "\0\0\0\0\0\0\0", "ruff\n.\n"])
  func `a root with an incomplete route is not up to date`(_ route: String) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.routes.appending("ruff").replaceContents(with: route.utf8)
    try world.root.shims.appending("ruff").makeLink(to: "../libexec/bootstrap-shim")
    let isComplete = route == "ruff\n.\n"
    #expect(try run() == (isComplete ? .success : nil))
    let answer = try CheckCommand.run(world.session(["check"]))
    #expect(answer == (isComplete ? .success : .failure))
  }

  @Test func `a root without a shim for a route is not up to date`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.routes.appending("ruff").replaceContents(with: "ruff\n.\n".utf8)
    #expect(try run() == nil)
  }

  @Test func `unfinished work is left to the other program`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.staging.makeDirectories()
    try world.root.stagingLock.replaceContents(with: [])
    #expect(try run() == .success)
    try world.root.staging.appending("1-1").makeDirectory()
    #expect(try run() == nil)
  }

  @Test func `an invalid file is left to the other program to report`() throws {
    try world.write(".tool-version", "ruff\n")
    #expect(try run() == nil)
    try world.write(".tool-version", "ruff 1.0\n")
    try world.write("Toolfile", "tool\n")
    #expect(try run() == nil)
  }

  @Test func `a folder without requirements is reported directly`() throws {
    #expect(throws: Problem.project(.noManifest(directory: world.folder.string))) { try run() }
  }

  @Test(arguments: ["0", "65", "-1", "many", ""])
  func `an invalid number of downloads is reported directly`(_ jobs: String) throws {
    let problem = UsageProblem.badValue(
      jobs, option: "--jobs", expected: .number(1...64))
    #expect(throws: Problem.usage(problem)) { try run("--jobs=\(jobs)") }
    #expect(throws: Problem.usage(problem)) { try run("--jobs=\(jobs)", "ruff") }
  }
}
