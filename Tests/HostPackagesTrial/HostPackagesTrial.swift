import Diagnostics
import Filesystem
import HostPackages
import Layout
import Selection
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Installs packages with the first manager of this machine, for `scripts/test-host-packages`:
///
/// ```
/// host-packages-trial <log> <seconds to wait for a lock> <name>…
/// ```
///
/// Prints each event, and exits with the code that a command would return.
@main enum HostPackagesTrial {
  static func main() {
    let endings = TerminationSignals.startCatching()
    let work = Task.detached { exit(await run(Array(CommandLine.arguments.dropFirst()))) }
    endings.onFirst { work.cancel() }
    while true { pause() }
  }

  private static func run(_ arguments: [String]) async -> Int32 {
    guard arguments.count > 2, let seconds = Int(arguments[1]) else { return 64 }
    let environment = Environment.current
    let programs = HelperPrograms(environment, root: Root("/nowhere/root"), project: "/nowhere")
    let managers = PackageManager.all(
      programs, limits: ManagerLimits(lockWait: .seconds(seconds)))
    guard let manager = managers.first else { return 80 }
    let names = Array(arguments.dropFirst(2))
    do throws(HostPackageFailure) {
      let state = try await manager.install(names, log: FilePath(arguments[0]), observe: show)
      for (name, version) in state.installed.sorted(by: { $0.key < $1.key }) {
        print("installed \(name) \(version)")
      }
      return 0
    } catch {
      let problem = Problem.hostPackages(error)
      for message in problem.messages {
        print(message.text("error:", style: Style(isColored: false)), terminator: "")
      }
      return problem.exitCode.rawValue
    }
  }

  private static func show(_ event: HostPackageEvent) {
    switch event {
    case .askingForPassword: print("asking for the password")
    case .authenticated(let lines): print("authenticated \(lines)")
    case .recovering: print("recovering")
    case .refreshing: print("refreshing the lists")
    case .refreshFailed: print("the lists could not be refreshed")
    case .waitingForLock(let holder): print("waiting for \(holder ?? "an unknown process")")
    case .began(let command): print("running \(command.joined(separator: " "))")
    case .output: break
    }
  }
}
