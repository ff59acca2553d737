internal import Diagnostics
internal import Vocabulary

extension InstallationProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .notInstalled(let tools):
      Message(
        "not-installed",
        tools.headline(
          tools.allSatisfy(\.isLockOnly) ? "installed, but only for a lock" : "not installed")
      )
      .column(
        "missing",
        tools.count == 1
          ? [] : tools.map { $0.description + ($0.isLockOnly ? ", only for a lock" : "") }
      )
      .aliases(of: tools)
      .detail("run", tools.allSatisfy { $0.aliasOf != nil } ? nil : "bootstrap install")
    case .damaged(let tools):
      Message("damaged", tools.headline("damaged"))
        .detail(
          "because", "some of \(tools.count == 1 ? "its" : "their") programs are missing"
        )
        .column("damaged", tools.count == 1 ? [] : tools.map(\.description))
        .detail("run", "bootstrap install")
    case .nothingInstalled(let tool, let version, let installed, let nearest):
      Message("not-installed", "\(tool)\(version.map { " \($0)" } ?? "") is not installed")
        .detail("installed", installed.map(\.text))
        .detail(
          "may mean",
          installed.map(\.text).filter { name in
            version.map { name.hasPrefix($0 + ".") || name.hasPrefix($0 + "+") } ?? false
          }.map { "\(tool)@\($0)" }
        )
        .similar(nearest)
    case .unfinishedWork:
      Message("unfinished-work", "a command was interrupted or is still running")
        .detail("run", "bootstrap install")
    case .missingShims(let names):
      Message(
        "missing-shims",
        names.count == 1
          ? "the shim `\(names[0])` is missing or was changed"
          : "\(names.count) shims are missing or were changed"
      )
      .detail("shims", names.count == 1 ? [] : names.map { "`\($0)`" })
      .detail("run", "bootstrap install")
    case .occupiedShims(let paths):
      Message(
        "occupied-shim",
        paths.count == 1
          ? "another file is in the place of a shim"
          : "other files are in the place of \(paths.count) shims"
      )
      .column(paths.count == 1 ? "file" : "files", key: "files", paths)
      .detail(
        "try", "move \(paths.count == 1 ? "it" : "them") elsewhere, then run `bootstrap rehash`")
    case .damagedViews(let folders):
      Message(
        "damaged-views",
        "the links to programs in \(QuantityFormat.count(folders.count, "folder")) were changed"
      )
      .column(folders.count == 1 ? "folder" : "folders", key: "folders", folders)
      .detail("run", "bootstrap rehash")
    case .rootInProject(let root, let project):
      Message("root-in-project", "your consent to \(project) cannot be recorded")
        .detail("because", "the root \(root) is inside of it, so a record may have come with it")
        .detail("run", "export BOOTSTRAP_ROOT=<directory outside of the project>")
    case .noProgramsInRoot(let path):
      Message("no-programs", "bootstrap is not installed in the root \(path)")
        .detail("because", "a bundle contains the bootstrap of its root")
        .detail("try", "set BOOTSTRAP_ROOT to the root that contains bootstrap, or install it here")
    }
  }
}

extension [WantedVersion] {
  /// Returns `ruff 0.17.5 is damaged` for one tool, or `3 tools are damaged`.
  func headline(_ state: String) -> String {
    count == 1 ? "\(self[0]) is \(state)" : "\(count) tools are \(state)"
  }
}

extension Message {
  /// Returns the message with the right names of the tools that are pinned under an alias.
  fileprivate func aliases(of tools: [WantedVersion]) -> Message {
    tools.reduce(self) { $0.alias($1.aliasOf, $1.tool, $1.version) }
  }
}
