import Commands
import Diagnostics
import Filesystem
import Layout
import Testing

/// The root, folder, and settings of one command run.
@Suite struct SessionTests {
  private let world: CommandWorld

  init() throws {
    world = try CommandWorld()
  }

  @Test func `the working directory is resolved through links`() throws {
    try world.home.appending("link").makeLink(to: "app")
    let session = try world.session(["list", "-C", world.home.appending("link").string])
    #expect(session.workingDirectory == world.folder)
    #expect(session.command == "list")
    #expect(session.root == world.root)
  }

  @Test(arguments: ["nothing", "file"])
  func `a directory option that names no folder is reported`(_ name: String) throws {
    try world.write("file", "")
    let path = world.folder.appending(name).string
    let problem = UsageProblem.badValue(
      path, option: "--directory", expected: .existingFolder)
    #expect(throws: Problem.usage(problem)) { try world.session(["list", "-C", path]) }
  }

  @Test func `without a variable, the root is in the home, which must be set`() throws {
    let below = try world.session(["root"], environment: ["BOOTSTRAP_ROOT": ""])
    #expect(below.root.path == world.home.appending(".bootstrap"))
    #expect(throws: Problem.usage(.noHome)) {
      try world.session(["root"], environment: ["BOOTSTRAP_ROOT": "", "HOME": ""])
    }
  }

  @Test(arguments: [
    ["BOOTSTRAP_ROOT": ".root"], ["BOOTSTRAP_ROOT": "../root"],
    ["BOOTSTRAP_ROOT": "", "HOME": "home"],
  ])
  func `a root whose path is relative is refused`(_ environment: [String: String]) throws {
    let path = environment["HOME"].map { $0 + "/.bootstrap" } ?? environment["BOOTSTRAP_ROOT"]
    #expect(throws: Problem.usage(.relativeRoot(path: path ?? ""))) {
      try world.session(["root"], environment: environment)
    }
  }

  @Test func `paths are shown relative to the folder or home`() throws {
    let session = try world.session(["list"])
    #expect(session.formatPath(world.folder) == ".")
    #expect(session.formatPath(world.folder.appending("sub/Toolfile")) == "sub/Toolfile")
    #expect(session.formatPath(world.home.appending("other")) == "~/other")
    #expect(session.formatPath(world.root.config) == world.root.config.string)
    #expect(session.formatPath("/etc/hosts") == "/etc/hosts")
  }

  @Test func `the number of downloads is optional`() throws {
    #expect(try world.session(["install"]).jobs == nil)
    #expect(try world.session(["install", "--jobs", "1"]).jobs == 1)
    #expect(try world.session(["install", "--jobs=64"]).jobs == 64)
  }
}
