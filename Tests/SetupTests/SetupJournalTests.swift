import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Setup
import Testing
import Vocabulary

@Suite struct `The record of a setup` {
  private let scratch: TemporaryDirectory
  private let folder: FilePath
  private let root: Root
  private let step: SetupStep

  init() throws {
    scratch = try TemporaryDirectory()
    folder = scratch.path.appending("project")
    try folder.makeDirectory()
    root = Root(scratch.path.appending("root"))
    step = try Self.hook("hook \"a\", run: \"true\"\n", in: folder)
  }

  private static func hook(_ text: String, in folder: FilePath) throws -> SetupStep {
    let hook = try #require(Toolfile(parsing: Array(text.utf8), path: "Toolfile").hooks.first)
    return SetupStep(SetupStepName(.hooks, hook.name.text), .hook(hook), in: folder)
  }

  private func journal(machine: String = "this") throws -> SetupJournal {
    try SetupJournal(of: folder, in: root, machine: machine)
  }

  @Test func `tells how the last attempt of a step ended`() throws {
    var journal = try journal()
    #expect(journal.attempt(of: step) == nil)
    try journal.begin(step, now: 100)
    #expect(try self.journal().attempt(of: step)?.ended == nil)
    try journal.end(step, .failed, now: 101)
    #expect(try self.journal().attempt(of: step)?.result == .failed)
    try journal.begin(step, now: 102)
    try journal.end(step, .done, now: 103)
    let attempt = try #require(try self.journal().attempt(of: step))
    #expect(attempt.begun == ReleaseTime(secondsSince1970: 102))
    #expect(attempt.ended == ReleaseTime(secondsSince1970: 103))
    #expect(attempt.result == .done)
  }

  @Test func `knows nothing of a step in an earlier clone`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    try journal.end(step, .done, now: 101)
    try journal.clone(now: 102)
    #expect(journal.attempt(of: step) == nil)
    #expect(try self.journal().attempt(of: step) == nil)
    try journal.begin(step, now: 103)
    #expect(try self.journal().attempt(of: step) != nil)
  }

  @Test func `knows nothing of a step that does something else now`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    try journal.end(step, .done, now: 101)
    let other = try Self.hook("hook \"a\", run: \"false\"\n", in: folder)
    #expect(try self.journal().attempt(of: other) == nil)
  }

  @Test func `depends on the files that a hook lists`() throws {
    let text = "hook \"a\", run: \"sh install.sh\", files: \"install.sh\"\n"
    try scratch.file("project/install.sh", "one")
    let one = try Self.hook(text, in: folder)
    try scratch.file("project/install.sh", "two")
    #expect(try Self.hook(text, in: folder).digest != one.digest)
  }

  @Test(arguments: ["end 2026-01-01T00:00:00Z hook:a", "e", "end 2026-01-01T00:00:00Z hook:a 0 do"])
  func `passes over a line that a crash has cut off, and goes on after it`(rest: String) throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    try journal.path.append(rest.utf8)
    var next = try self.journal()
    #expect(next.attempt(of: step)?.ended == nil)
    try next.begin(step, now: 200)
    try next.end(step, .done, now: 201)
    #expect(try self.journal().attempt(of: step)?.result == .done)
  }

  @Test func `does not believe the record of another machine, and replaces it`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    try journal.end(step, .done, now: 101)
    var other = try self.journal(machine: "other")
    #expect(other.isOfOtherMachine)
    #expect(other.attempt(of: step) == nil)
    try other.begin(step, now: 200)
    #expect(try !self.journal(machine: "other").isOfOtherMachine)
    #expect(try self.journal().isOfOtherMachine)
  }

  @Test func `lists the packages that were found once per version`() throws {
    let step = SetupStep(SetupStepName(.host, "apt"), .host(.apt, ["git"]), in: folder)
    for version in ["1.0", "1.0", "1.1"] {
      var journal = try journal()
      try journal.begin(step, now: 100)
      try journal.end(step, .done, found: ["git": version], now: 101)
    }
    let found = try SetupJournal.all(in: root, machine: "this").flatMap(\.foundPackages)
    #expect(found.map(\.version) == ["1.0", "1.1"])
  }

  @Test func `keeps the last attempts when it has grown large, and becomes short`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    try journal.end(step, .done, now: 101)
    let other = try Self.hook("hook \"b\", run: \"true\"\n", in: folder)
    let lines = "begin 2026-01-01T00:00:00Z \(other.name.id) \(other.digest)\n"
    try journal.path.append(String(repeating: lines, count: (5 << 20) / lines.utf8.count).utf8)
    var next = try self.journal()
    try next.begin(other, now: 200)
    #expect(try self.journal().attempt(of: step)?.result == .done)
    #expect(try self.journal().attempt(of: other)?.ended == nil)
    #expect(try journal.path.contents(limit: 1 << 24).count < 4096)
  }

  @Test func `names the process that runs a step`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    let process = ProcessIdentity(4711, start: "boot/12345")
    try journal.run(step, as: process, now: 100)
    #expect(try self.journal().attempt(of: step)?.group == process)
  }

  @Test func `belongs to the real folder, whatever link leads there`() throws {
    var journal = try journal()
    try journal.begin(step, now: 100)
    let link = scratch.path.appending("link")
    try Directory.open(scratch.path).makeLink("link", to: "project")
    let other = try SetupJournal(of: link, in: root, machine: "this")
    #expect(other.path == journal.path)
  }
}

@Suite struct `The identity of a machine` {
  @Test func `differs between machines and users, and reveals neither`() {
    let one = MachineIdentity.of(machine: "4711", user: 1000)
    #expect(one == MachineIdentity.of(machine: "4711", user: 1000))
    #expect(one != MachineIdentity.of(machine: "4712", user: 1000))
    #expect(one != MachineIdentity.of(machine: "4711", user: 1001))
    #expect(!one.contains("4711"))
    #expect(MachineIdentity.current == MachineIdentity.current)
  }
}
