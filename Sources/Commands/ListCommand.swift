package import Diagnostics
internal import Manifests
internal import Selection
package import Terminal

/// `list`: the pins that apply in the working directory.
package enum ListCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "list", "List the tools used in this directory, with version, origin, and state.",
    family: .using,
    examples: [
      .init("bootstrap list", "print a table"),
      .init("bootstrap list --json", "print the same as JSON, for scripts"),
    ])

  /// Prints the pins, sorted by tool.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let selector = try session.selector()
    let pins = try selector.pinChain().pins().sorted { $0.tool < $1.tool }
    session.console.print(
      rows: pins.map { [$0.tool.text, $0.version.description, entry(of: $0, selector)] },
      json: .object([
        "schema": 1, "tools": .array(pins.map { $0.json(in: session) }),
      ]))
    return .success
  }

  /// Returns the text of the last column: the origin of the pin, followed by a remark if the
  /// version is not installed.
  private static func entry(of pin: SelectedPin, _ selector: Selector) -> String {
    let origin = "\(pin.origin.withoutColumn)"
    if pin.isInstalled(in: selector.root) { return origin }
    return QuantityFormat.notInstalled(origin, group: selector.optionalGroups(of: pin).first)
  }
}

extension SelectedPin {
  /// Returns the pin as a JSON object, as `list` and `version` print it.
  func json(in session: Session) -> JSON {
    .object([
      "name": .string(tool.text), "version": .string(version.description),
      "id": .optional(id?.description), "origin": .string(origin.withoutColumn.description),
      "installed": .bool(isInstalled(in: session.root)),
    ])
  }
}
