internal import Commands
internal import Diagnostics
internal import Manifests
internal import Projects
internal import Shims
internal import Terminal
internal import Workflows

enum Rehash: ChangingCommand {
  static let syntax = Catalog.rehash

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let changes = try await Rehashing(root: session.root) { event in
      switch event {
      case .waiting(let holder): session.console.note("waiting for process \(holder)")
      case .shims(let changes):
        for warning in session.warnings(about: changes) { session.console.warn(warning) }
      default: break
      }
    }.rehash(for: try Project.folder(above: session.workingDirectory))
    session.console.print(
      [],
      json: .object([
        "schema": 1, "added": .strings(changes.added.map(\.text)),
        "removed": .strings(changes.removed.map(\.text)),
        "occupied": .strings(changes.occupied.map(\.text)),
      ]))
    for name in changes.added { session.console.trace("put the shim \(name)") }
    for name in changes.removed { session.console.trace("took the shim \(name)") }
    return .done
  }
}
