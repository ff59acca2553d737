internal import Terminal

extension Catalog {
  /// `bootstrap` without a command.
  static let overview = CommandSyntax(
    "help", "bootstrap pins the command-line tools of a project.",
    options: [.init("--version", "print the version of bootstrap")], examples: [])

  /// What `bootstrap help` prints.
  static var overviewText: String {
    func rows(_ commands: [CommandSyntax]) -> [String] {
      CommandSyntax.table(commands.map { ($0.name, $0.summary) })
    }
    let project = [initialize, install, lock, check, list, exec]
    let versions = [
      which, version, Catalog.versions, local, global, uninstall, verify, rehash, root,
    ]
    let lines =
      [
        "bootstrap pins the command-line tools of a project.", "", "usage: bootstrap COMMAND", "",
        "project:",
      ]
      + rows(project) + ["", "versions:"] + rows(versions)
      + ["", "Each explains itself: bootstrap help COMMAND"]
    return lines.joined(separator: "\n")
  }
}
