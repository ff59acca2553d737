import Diagnostics
import Filesystem
import HostPackages
import Testing
import Vocabulary

@Suite struct PackageManagerTests {
  private func machine(
    _ manager: String, _ name: String, others: [String] = []
  ) throws -> StandInMachine {
    let scenario = try #require(Scenario.all(of: manager).first { $0.name == name })
    return try StandInMachine(scenario, others: others)
  }

  @Test func `runs programs in a folder and an environment that nobody else controls`()
    async throws
  {
    let machine = try machine("apt", "missing")
    let manager = try #require(machine.manager)
    _ = try await manager.install(["jq"], log: machine.log) { machine.observe($0) }
    let lines = try machine.environment(of: "apt-get")
    #expect(lines.contains("in /"))
    #expect(lines.contains("DEBIAN_FRONTEND=noninteractive") && lines.contains("LC_ALL=C"))
    #expect(
      lines.contains("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"))
    #expect(!lines.contains { $0.hasPrefix("LANG=") || $0.contains("s3cret") })
  }

  @Test func `keeps Homebrew from upgrading and asking`() async throws {
    let machine = try machine("brew", "missing")
    let manager = try #require(machine.manager)
    _ = try await manager.install(["jq"], log: machine.log) { machine.observe($0) }
    let lines = try machine.environment(of: "brew")
    for name in ["NO_AUTO_UPDATE", "NO_INSTALL_UPGRADE", "NO_INSTALL_CLEANUP", "NO_ENV_HINTS"] {
      #expect(lines.contains("HOMEBREW_\(name)=1"))
    }
    #expect(!lines.contains { $0.hasPrefix("HOMEBREW_ASK=") })
  }

  @Test func `an interrupt ends the manager, and says what is missing`() async throws {
    let machine = try machine("apt", "hanging")
    let manager = try #require(machine.manager)
    let started = AsyncStream<Void>.makeStream()
    let work = Task {
      try await manager.install(["jq"], log: machine.log) { event in
        if case .output = event { started.continuation.finish() }
      }
    }
    for await _ in started.stream {}
    work.cancel()
    do {
      _ = try await work.value
      Issue.record("the installation was not interrupted")
    } catch let failure as HostPackageFailure {
      #expect(failure.fault == .interrupted && failure.exitCode == .interrupted)
      #expect(failure.missing == ["jq"])
    }
  }

  @Test func `the manager of the system is the first, and that of another system does not count`()
    throws
  {
    let others = ["brew", "dnf", "rpm", "pacman", "mas"]
    func kinds(_ manager: String, _ others: [String] = others) throws -> [String] {
      try machine(manager, "present", others: others).managers.map(\.kind.rawValue)
    }
    #expect(try kinds("apt") == ["apt", "brew"])
    #expect(try kinds("apt", []) == ["apt"])
    #expect(try kinds("apk", ["apt-get", "dpkg-query", "apt-cache"]) == ["apk"])
    #expect(try kinds("brew", ["mas", "apt-get"]) == ["brew", "cask", "mas"])
    #expect(try kinds("mas", []) == ["mas"])
  }

  @Test func `shows its commands before they run`() throws {
    let machine = try machine("sudo", "no-password")
    let manager = try #require(machine.manager)
    #expect(manager.needsSudo && !manager.willRefresh)
    let commands = manager.commands(installing: ["g++", "jq"], refreshing: true)
      .map { machine.redacted($0.joined(separator: " ")) }
    let start =
      "/bin/sudo -- /usr/bin/env DEBIAN_FRONTEND=noninteractive LC_ALL=C /bin/apt-get"
    #expect(commands.count == 2 && commands[0] == "\(start) update")
    #expect(commands[1].hasPrefix("\(start) install --yes --no-remove --no-upgrade "))
    #expect(commands[1].hasSuffix(" -- g++ jq"))
    let brew = try #require(try self.machine("brew", "present").manager)
    #expect(
      brew.commands(installing: ["jq"], refreshing: false).map { Array($0.dropFirst()) }
        == [["install", "--formula", "--", "jq"]])
  }

  @Test func `writes a log without control characters and secrets`() async throws {
    Secrets.ofProcess.add("hunter2-of-the-log")
    let machine = try machine("apt", "failing")
    try machine.path.appending("answers/apt-get.1").replaceContents(
      with: "\u{1B}[31mred\u{1B}[0m\u{7}\nhttps://me:hunter2-of-the-log@example.org/\n".utf8,
      isDurable: false)
    let manager = try #require(machine.manager)
    let failure = await #expect(throws: HostPackageFailure.self) {
      try await manager.install(["jq", "broken"], log: machine.log) { machine.observe($0) }
    }
    #expect(failure?.lastLines == ["red", "https://me:•••@example.org/"])
    let text = String(decoding: try machine.log.contents(limit: 4096), as: UTF8.self)
    #expect(text.hasSuffix("jq broken\nred\nhttps://me:•••@example.org/\n"))
    #expect(try machine.log.status()?.permissions == 0o600)
  }
}
