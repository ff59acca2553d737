import Diagnostics
import Filesystem
import Foundation
import HostPackages
import Snapshots
import Terminal
import Testing

@Suite struct ManagerTableTests {
  /// Each row of the table has the calls, the reported events, and the result.
  @Test(arguments: ["apt", "dnf", "apk", "pacman", "brew", "cask", "mas", "sudo"])
  func `every manager does what its scenarios say`(manager: String) async throws {
    var text = ""
    for scenario in Scenario.all(of: manager) {
      text += "== \(scenario.name) \(scenario.packages.joined(separator: " "))\n"
      text += try await transcript(of: scenario) + "\n"
    }
    Snapshot("HostPackages/\(manager).transcript").expect(text)
  }

  private func transcript(of scenario: Scenario) async throws -> String {
    let machine = try StandInMachine(scenario)
    let manager = try #require(machine.manager)
    var lines: [String] = []
    do {
      let state = try await manager.install(scenario.packages, log: machine.log) {
        machine.observe($0)
      }
      lines += state.installed.sorted { $0.key < $1.key }.map { "installed: \($0.key) \($0.value)" }
      lines += state.missing.map { "missing: \($0)" }
    } catch {
      let problem = Problem.hostPackages(error)
      lines += problem.messages.map { $0.text("error:", style: Style(isColored: false)) }
      lines.append("exit: \(problem.exitCode.rawValue)")
    }
    let calls = machine.calls.split(separator: "\n").map { "call: \($0)" }
    let all = calls + machine.observed.map(words) + lines
    let text = all.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
      .joined(separator: "\n")
    return machine.redacted(text) + "\n"
  }

  private func words(_ event: HostPackageEvent) -> String {
    switch event {
    case .askingForPassword: "event: asking for the password"
    case .authenticated(let lines): "event: authenticated \(lines)"
    case .recovering: "event: recovering"
    case .refreshing: "event: refreshing"
    case .refreshFailed(let lines): "event: refresh failed: \(lines.last ?? "")"
    case .waitingForLock(let holder): "event: waiting for \(holder ?? "an unknown process")"
    case .began(let command): "event: \(command.joined(separator: " "))"
    case .output(let lines): lines.map { "output: \($0)" }.joined(separator: "\n")
    }
  }
}
