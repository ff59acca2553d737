internal import Commands
internal import Filesystem
internal import Terminal
internal import Vocabulary
internal import Workflows

/// The sizes of a root as `list --size` and `doctor` print them.
extension DiskUsage {
  /// Returns the rows of a table: what it is, its name, the number of its parts, and its size.
  func rows(in session: Session) -> [[String]] {
    func row(_ kind: String, _ name: String, _ parts: String, _ size: Int) -> [String] {
      [kind, name, parts, QuantityFormat.bytes(size)]
    }
    func versions(_ count: Int) -> String { QuantityFormat.count(count, "version") }
    var rows = tools.map { row("tool", $0.owner.text, versions($0.count), $0.size) }
    rows += projects.map {
      row("project", session.formatAbsolutePath($0.owner), versions($0.count), $0.size)
    }
    if others.count > 0 {
      rows.append(row("project", "none", versions(others.count), others.size))
    }
    if folders.packages > 0 { rows.append(row("packages", "", "", folders.packages)) }
    if folders.views > 0 { rows.append(row("views", "", "", folders.views)) }
    rows.append(
      row("downloads", "", QuantityFormat.count(folders.downloadCount, "file"), folders.downloads))
    rows.append(row("trash", "", "", folders.trash))
    if folders.staging > 0 { rows.append(row("staging", "", "", folders.staging)) }
    rows.append(row("index", "", "", folders.index))
    rows.append(row("bootstrap", "", "", folders.programs))
    rows.append(row("database", "", "", folders.store))
    rows.append(row("total", "", "", total))
    return rows
  }

  /// The members of the sizes in JSON output.
  var members: [JSON.Member] {
    [
      .init(
        name: "tools",
        value: .array(
          tools.map {
            .object([
              "name": .string($0.owner.text), "versions": .number($0.count),
              "size": .number($0.size),
            ])
          })),
      .init(
        name: "projects",
        value: .array(
          projects.map {
            .object([
              "path": .string($0.owner.string), "versions": .number($0.count),
              "size": .number($0.size),
            ])
          })),
      .init(
        name: "without_project",
        value: .object(["versions": .number(others.count), "size": .number(others.size)])),
      .init(name: "packages", value: .number(folders.packages)),
      .init(name: "views", value: .number(folders.views)),
      .init(
        name: "downloads",
        value: .object([
          "files": .number(folders.downloadCount), "size": .number(folders.downloads),
        ])),
      .init(name: "trash", value: .number(folders.trash)),
      .init(name: "staging", value: .number(folders.staging)),
      .init(name: "index", value: .number(folders.index)),
      .init(name: "programs", value: .number(folders.programs)),
      .init(name: "database", value: .number(folders.store)),
      .init(name: "total", value: .number(total)),
    ]
  }
}
