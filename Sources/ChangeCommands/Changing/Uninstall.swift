internal import Commands
internal import Diagnostics
internal import Layout
internal import Manifests
internal import Terminal
internal import Workflows

enum Uninstall: ChangingCommand {
  static let syntax = Catalog.uninstall

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let uninstalling = Uninstalling(root: session.root) { event in
      switch event {
      case .waiting(let holder): session.console.note("waiting for process \(holder)")
      case .shims(let changes):
        for warning in session.warnings(about: changes) { session.console.warn(warning) }
      default: break
      }
    }
    var wanted: [Uninstalling.Request] = []
    for name in session.arguments.positionals {
      let (tool, version) = try Session.toolAndVersion(name)
      wanted.append(.init(tool: tool, version: version))
    }
    let removed: [InstalledVersion]
    do throws(Problem) {
      removed = try await uninstalling.uninstall(
        wanted, isForced: session.arguments.has("--force"))
    } catch {
      throw session.namingNearest(error)
    }
    session.console.print(
      [],
      json: .object([
        "schema": 1,
        "uninstalled": .array(
          removed.map {
            .object([
              "name": .string($0.tool.text), "version": .string($0.version.text),
              "id": .string($0.id.description),
            ])
          }),
      ]))
    for one in removed { session.console.note("uninstalled \(one.tool) \(one.version)") }
    return .done
  }
}
