import Commands
import Diagnostics
import Filesystem
import Layout
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The cases that `install` completes without starting `bootstrap-change`.
@Suite struct UpToDateInstallTests {
  private let world: CommandWorld

  init() throws {
    world = try CommandWorld()
  }

  /// Returns whether `install` has nothing to do, except perhaps to record the folder.
  private func isFinished(_ words: String...) throws -> Bool {
    try UpToDateInstall.finishedState(world.session(["install"] + words)) != nil
  }

  @Test func `nothing is done if everything is installed`() throws {
    try world.write(".tool-version", "ruff 1.0\npython system\n")
    try world.install("ruff", "1.0")
    #expect(try isFinished())
    #expect(try isFinished("--frozen", "--offline", "--jobs", "4"))
  }

  @Test func `only the database tells whether a folder with pins is recorded`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    #expect(try UpToDateInstall.run(world.session(["install"])) == nil)
    #expect(try isFinished())
    // The folder cannot be recorded in a root that is only read.
    if geteuid() != 0 {
      try world.root.path.setPermissions(0o555)
      #expect(try UpToDateInstall.run(world.session(["install"])) == .success)
      try world.root.path.setPermissions(0o755)
    }
  }

  @Test(arguments: [["ruff"], ["--force"], ["--with", "docs"], ["--", "ruff@1.0"]])
  func `requests beyond an up-to-date check are handed over`(_ words: [String]) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    #expect(try UpToDateInstall.finishedState(world.session(["install"] + words)) == nil)
  }

  @Test func `missing tools are left to the other program`() throws {
    try world.write(".tool-version", "ruff 1.0\nninja 1.13\n")
    try world.install("ruff", "1.0")
    #expect(try !isFinished())
    try world.install("ninja", "1.13")
    #expect(try isFinished())
    try world.write("Toolfile", "tool \"ruff\"\n")
    #expect(try !isFinished(), "no lock")
  }

  @Test(arguments: ["store.sqlite", "shims/.routes"])
  func `a root without a store or routes is not up to date`(_ name: String) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.path.appending(name).rename(to: world.home.appending("away"))
    #expect(try !isFinished())
  }

  @Test(arguments: ["", "ruff\n", "\0\0\0\0\0\0\0", "ruff\n.\n"])
  func `a root with an incomplete route is not up to date`(_ route: String) throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.routes.appending("ruff").replaceContents(with: route.utf8)
    let isComplete = route == "ruff\n.\n"
    #expect(try isFinished() == isComplete)
    let answer = try CheckCommand.run(world.session(["check"]))
    #expect(answer == (isComplete ? .success : .failure))
  }

  @Test func `a root without a shim for a route is not up to date`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.shims.appending("ruff").removeFile()
    #expect(try !isFinished())
  }

  @Test func `unfinished work is left to the other program`() throws {
    try world.write(".tool-version", "ruff 1.0\n")
    try world.install("ruff", "1.0")
    try world.root.staging.makeDirectories()
    try world.root.stagingLock.replaceContents(with: [])
    #expect(try isFinished())
    try world.root.staging.appending(".work.1-1").makeDirectory()
    #expect(try !isFinished())
  }

  @Test func `an invalid file is left to the other program to report`() throws {
    try world.write(".tool-version", "ruff\n")
    #expect(try !isFinished())
    try world.write(".tool-version", "ruff 1.0\n")
    try world.write("Toolfile", "tool\n")
    #expect(try !isFinished())
  }

  @Test func `a folder without requirements is reported directly`() throws {
    let problem = ProjectProblem.file(.noManifest(directory: world.folder.string))
    #expect(throws: Problem.project(problem)) { try isFinished() }
  }

  @Test(arguments: ["0", "65", "-1", "many", ""])
  func `an invalid number of downloads is reported directly`(_ jobs: String) throws {
    let problem = UsageProblem.badValue(
      jobs, option: "--jobs", expected: .number(1...64))
    #expect(throws: Problem.usage(problem)) { try isFinished("--jobs=\(jobs)") }
    #expect(throws: Problem.usage(problem)) { try isFinished("--jobs=\(jobs)", "ruff") }
  }
}
