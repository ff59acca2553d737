internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Importing
internal import Manifests
internal import Selection
internal import SourceKinds
internal import Terminal
internal import Versions
internal import Vocabulary
internal import Workflows

/// `init --from-machine`: creates a Toolfile from what the user has installed on this machine.
struct MachineInit {
  let toolfile: MachineToolfile
  /// Whether the Toolfile is the user's own.
  private let isOwn: Bool

  /// Runs the programs that list installed packages.
  init(_ session: Session) {
    let programs = HelperPrograms(
      session.environment, root: session.root, project: session.workingDirectory)
    toolfile = MachineSurvey(programs).toolfile(.shipped)
    isOwn = session.environment.isHome(session.workingDirectory)
  }

  /// The maximum length of a line in the Toolfile.
  private static let width = 80

  // MARK: Text

  /// The text of the Toolfile, which ends with a newline.
  var text: String {
    var text =
      isOwn
      ? "# Your own tools, in every folder. After editing, run: bootstrap install --global\n"
      : "# The tools of this project. After editing, run: bootstrap install\n"
    for listing in MachineListing.allCases {
      let tools = toolfile.tools.filter { $0.listing == listing }
      if tools.isEmpty { continue }
      text += "\n# from \(listing.title)\n"
      text += tools.map { $0.tool.statement + "\n" }.joined()
    }
    let statements = [[HostPackageManager.apt], [.brew, .cask]].compactMap(statement)
    if !statements.isEmpty {
      text += "\n# system packages, which `bootstrap setup` installs\n"
      text += statements.joined()
    }
    let comments =
      toolfile.remainders.map { remainder in
        let package = remainder.package
        let words = [package.name, package.version].compactMap(\.self)
        let note = package.isFromElsewhere ? ", installed from another source" : ""
        return "\(remainder.listing.title): \(words.joined(separator: " "))\(note)"
      } + toolfile.silent.map { "\($0.title): could not read its packages" }
    if !comments.isEmpty {
      text += "\n# left out:\n"
      text += comments.map { "#   \(visible($0))\n" }.joined()
    }
    return text
  }

  /// Returns the `host` statement for the packages of `managers`, or `nil` if there are none.
  /// Breaks a long line after a comma.
  private func statement(_ managers: [HostPackageManager]) -> String? {
    var words: [String] = []
    for manager in managers {
      guard let names = toolfile.hostPackages[manager] else { continue }
      for (index, name) in names.enumerated() {
        let start = index == 0 ? "\(manager.rawValue): [" : ""
        words.append("\(start)\"\(name)\"" + (index == names.count - 1 ? "]" : ""))
      }
    }
    if words.isEmpty { return nil }
    var lines = ["host \(words[0])"]
    for word in words.dropFirst() {
      lines[lines.count - 1] += ","
      if lines[lines.count - 1].count + word.count + 2 > Self.width {
        lines.append("  \(word)")
      } else {
        lines[lines.count - 1] += " \(word)"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Output

  /// The notice about packages that no statement covers, or `nil` if there are none.
  var notice: Notice? {
    toolfile.remainders.isEmpty && toolfile.silent.isEmpty
      ? nil
      : .edit(
        .notMapped(packageCount: toolfile.remainders.count, silent: toolfile.silent.map(\.title)))
  }

  func json(_ written: Toolfile, at path: FilePath, isWritten: Bool) -> JSON {
    .object([
      "schema": 1, "toolfile": .string(path.string), "written": .bool(isWritten),
      "tools": .array(
        toolfile.tools.map { tool in
          .object([
            "name": .string(tool.tool.name.text),
            "requirement": .string(tool.tool.requirement.description),
            "origin": .origin(written[tool.tool.name]?.origin.withoutColumn ?? .file(path.string)),
            "text": .string(tool.tool.statement), "from": .string(tool.listing.rawValue),
            "package": .string(tool.package.name), "installed": .optional(tool.package.version),
          ])
        }),
      "host": .object(
        toolfile.hostPackages.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          JSON.Member(name: $0.key.rawValue, value: .strings($0.value))
        } as [JSON.Member]),
      "not_mapped": .array(
        toolfile.remainders.map { remainder in
          .object([
            "package": .string(remainder.package.name),
            "installed": .optional(remainder.package.version),
            "from": .string(remainder.listing.rawValue),
          ])
        }),
      "silent": .strings(toolfile.silent.map(\.rawValue)),
      "contents": .string(String(decoding: written.bytes, as: UTF8.self)),
    ])
  }
}
