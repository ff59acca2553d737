internal import Diagnostics
internal import Manifests
internal import Selection
internal import Terminal

enum PrintVersion: ReadingCommand {
  static let syntax = Catalog.version

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let pins = try session.selector().pins()
    guard let name = session.arguments.positionals.first else {
      session.console.print(
        pins.map { "\($0.tool) \($0.version) (\($0.origin))" },
        json: .object(["schema": 1, "tools": .array(pins.map { $0.json(in: session) })]))
      return .done
    }
    guard let tool = ToolName(name) else { throw .usage(.badToolName(name)) }
    guard let pin = pins.first(where: { $0.tool == tool }) else {
      throw .project(
        .unknownTool(name, nearest: nearestNames(to: name, in: pins.map(\.tool.text))))
    }
    session.console.print(
      [pin.version.description],
      json: .object(["schema": 1, "tools": .array([pin.json(in: session)])]))
    return .done
  }
}
