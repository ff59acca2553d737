internal import Diagnostics
internal import Manifests
internal import Selection
internal import Terminal

enum List: ReadingCommand {
  static let syntax = Catalog.list

  static func run(_ session: Session) throws(Problem) -> ExitCode {
    let selector = try session.selector()
    let pins = try selector.pins().sorted { $0.tool < $1.tool }
    let rows = pins.map { pin in
      (pin.tool.text, pin.version.description, "\(pin.origin)" + lack(of: pin, selector, session))
    }
    let nameWidth = rows.map(\.0.count).max() ?? 0
    let versionWidth = rows.map(\.1.count).max() ?? 0
    session.console.print(
      rows.map { name, version, origin in
        let nameGap = String(repeating: " ", count: nameWidth - name.count + 2)
        let versionGap = String(repeating: " ", count: versionWidth - version.count + 2)
        return name + nameGap + version + versionGap + origin
      },
      json: .object([
        "schema": 1, "tools": .array(pins.map { $0.json(in: session) }),
      ]))
    return .done
  }
}

extension List {
  /// What is wrong with an entry: nothing, or that it is not installed.
  private static func lack(
    of pin: SelectedPin, _ selector: Selector, _ session: Session
  ) -> String {
    if pin.isInstalled(in: session.root) { return "" }
    let group = selector.optionalGroups(of: pin).first
    return ", not installed" + (group.map { ": bootstrap install --with \($0)" } ?? "")
  }
}

extension SelectedPin {
  func json(in session: Session) -> JSON {
    .object([
      "name": .string(tool.text), "version": .string(version.description),
      "id": .optional(id?.description), "origin": .string(origin.description),
      "installed": .bool(isInstalled(in: session.root)),
    ])
  }
}
