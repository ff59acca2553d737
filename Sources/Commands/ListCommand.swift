package import Diagnostics
internal import Filesystem
internal import Layout
package import Manifests
internal import Projects
internal import Selection
package import Terminal
internal import Versions
internal import Vocabulary

/// `list`: the pins that apply in the working directory.
package enum ListCommand: ReadOnlyCommand {
  package static let syntax = CommandSyntax(
    "list", "List the tools used in this directory, with version, origin, and state.",
    family: .using, aliases: [.init("ls")],
    options: [
      .init("--size", "list the installations in the root with their sizes, by tool and project"),
      .global,
      .init("--watch", "keep the list up to date while other commands run, until Ctrl-C"),
    ],
    details: ["If the output is not a terminal, `--watch` prints a line of JSON for each change."],
    examples: [
      .init("bootstrap list", "print a table"),
      .init("bootstrap list --size", "print what takes up space, with trash and downloads"),
      .init("bootstrap list --json", "print the table as JSON, for scripts"),
      .init("bootstrap list --watch", "watch an install in another terminal"),
    ])

  /// Prints the pins, sorted by tool.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    // Sizes are in the database, which only `bootstrap-change` can read.
    if session.arguments.has("--size") || session.arguments.has("--watch") { return nil }
    let selector = session.selector()
    let listing = try selector.toolListing(includingProject: session.console.isJSON)
    let missing = listing.pins.notInstalled(in: session.root)
    try session.checkAreReachable(missing)
    session.console.print(
      rows: rows(listing, missing: Set(missing.map(\.tool)), selector),
      json: json(listing, session))
    session.reportChosenGroups()
    let passedOver = listing.passedOver.filter { isSurprising($0, session) }
    if !passedOver.isEmpty, !session.console.isJSON {
      session.console.report(.selection(.passedOver(passedOver)))
    }
    return .success
  }

  /// Returns a row for each tool, sorted by tool. `missing` contains the tools that are not
  /// installed.
  private static func rows(
    _ listing: ToolListing, missing: Set<ToolName>, _ selector: Selector
  ) -> [[String]] {
    var rows = listing.pins.map { pin in
      let isMissing = missing.contains(pin.tool)
      // Only a pin without a lock can run a version that is spelled differently.
      let version = isMissing || pin.id != nil ? nil : pin.versionInUse(in: selector.root)
      return [
        pin.tool.text, version?.text ?? pin.version.description,
        entry(of: pin, isMissing: isMissing, selector),
      ]
    }
    rows += listing.notForPlatform.map { tool, origin in
      [tool.name.text, tool.version.text, "\(origin), not for \(Platform.current)"]
    }
    rows += listing.notLocked.map {
      [$0.name.text, "-", "\($0.origin.withoutColumn), not locked yet"]
    }
    rows += listing.contested.map {
      [$0.tool.text, "-", "\($0.origin), in a merge conflict"]
    }
    return rows.sorted { $0[0] < $1[0] }
  }

  private static func json(_ listing: ToolListing, _ session: Session) -> JSON {
    .object([
      "schema": 1, "tools": .array(listing.pins.map { session.json(of: $0, listing.project) }),
      "not_for_platform": .array(listing.notForPlatform.map { json(of: $0, $1) }),
      "not_locked": .array(listing.notLocked.map(json(ofUnlocked:))),
      "contested": .array(listing.contested.map(\.json)),
      "passed_over": .array(listing.passedOver.map(json(of:))),
    ])
  }

  private static func json(of tool: LockedTool, _ origin: Origin) -> JSON {
    .object([
      "name": .string(tool.name.text), "version": .string(tool.version.text),
      "origin": .origin(origin), "platforms": .strings(tool.artifacts.map(\.platform.rawValue)),
    ])
  }

  private static func json(ofUnlocked tool: Toolfile.Tool) -> JSON {
    .object([
      "name": .string(tool.name.text),
      "requirement": .string(tool.requirement.value.description),
      "origin": .origin(tool.origin.withoutColumn),
    ])
  }

  private static func json(of passed: PassedOverPin) -> JSON {
    .object([
      "tool": .optional(passed.tool?.text), "origin": .origin(passed.origin),
      "reason": .string(passed.reason.code), "because": .string(passed.reason.sentence),
    ])
  }

  /// Returns whether to mention that a line or file of another version manager does not decide. If
  /// no version of its tool was ever installed, it concerns only that version manager.
  private static func isSurprising(_ passed: PassedOverPin, _ session: Session) -> Bool {
    if session.console.verbosity == .verbose { return true }
    guard case .notInstalled = passed.reason else { return passed.isUnreadable }
    guard let tool = passed.tool else { return false }
    return !((try? session.root.installedVersions(of: tool)) ?? []).isEmpty
  }

  /// Returns the text of the last column: the origin of the pin, followed by a remark if the
  /// version is not installed.
  private static func entry(
    of pin: SelectedPin, isMissing: Bool, _ selector: Selector
  ) -> String {
    let origin = "\(pin.origin.withoutColumn)"
    if !isMissing { return origin }
    if let tool = pin.alias(in: selector.root) { return "\(origin), an alias of `\(tool)`" }
    return QuantityFormat.notInstalled(origin, group: selector.optionalGroups(of: pin).first?.text)
  }
}

extension Session {
  /// Returns the pins of the working directory, sorted by tool, as JSON.
  package func toolsInUse() throws(Problem) -> [JSON] {
    let listing = try selector().toolListing()
    return listing.pins.map { json(of: $0, listing.project) }
  }

  /// Returns a pin with the facts about its tool in the project's Toolfile and lock.
  fileprivate func json(of pin: SelectedPin, _ project: Project?) -> JSON {
    let locked = pin.place == .lock ? project?.lock?[pin.tool] : nil
    let declared = locked == nil ? nil : project?.toolfile[pin.tool]
    return .object(
      pin.members(in: self) + LockedTool.members(of: locked, declared) + [
        .init(name: "runs", value: .optional(pin.versionInUse(in: root)?.text))
      ])
  }
}

extension SelectedPin {
  /// The absolute path of the file that pins the version, or `nil` for a variable. Messages show
  /// the path relative to the working directory.
  var file: FilePath? {
    guard let folder, let path = origin.path else { return nil }
    if place == .lock { return Environment.current.lock(in: folder) }
    return folder.appending(FilePath(path).lastComponent)
  }

  /// The line of the pin in its file, or `nil` for a variable.
  var line: Int? {
    if case .file(_, let line, _) = origin { line } else { nil }
  }

  /// Returns the members of the pin in JSON output.
  func members(in session: Session) -> [JSON.Member] {
    [
      .init(name: "name", value: .string(tool.text)),
      .init(name: "version", value: .string(version.description)),
      .init(name: "id", value: .optional(id?.description)),
      .init(name: "origin", value: .origin(origin.withoutColumn)),
      .init(name: "file", value: .optional(file?.string)),
      .init(name: "line", value: line.map { .number($0) } ?? .null),
      .init(name: "installed", value: .bool(isInstalled(in: session.root))),
    ]
  }
}

extension LockedTool {
  /// Returns the JSON members for the facts about a tool in a project's Toolfile and lock.
  ///
  /// - Parameters:
  ///   - locked: The tool in the lock, or `nil` if it is not locked.
  ///   - declared: The tool in the Toolfile, or `nil` if the Toolfile does not name it.
  package static func members(
    of locked: LockedTool?, _ declared: Toolfile.Tool?
  ) -> [JSON.Member] {
    [
      .init(name: "requirement", value: .optional(declared?.requirement.value.description)),
      .init(
        name: "declared",
        value: .optional(declared?.requirement.origin.withoutColumn)),
      .init(name: "groups", value: .strings(declared?.groups.map(\.text) ?? [])),
      .init(name: "source", value: .optional(locked?.declaration.source)),
      .init(
        name: "package", value: .optional(locked?.declaration[LockedDeclaration.packageKey])),
      .init(name: "provides", value: .strings(locked?.provides.map(\.name.text) ?? [])),
    ]
  }
}

extension ContestedPin {
  /// The tool with the versions of both sides, as a JSON object.
  var json: JSON {
    .object([
      "name": .string(tool.text), "ours": .optional(contested.ours?.text),
      "theirs": .optional(contested.theirs?.text), "origin": .origin(origin),
    ])
  }
}
