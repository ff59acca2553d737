internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Versions

/// A tool that a project leaves to the system: the same-named program further down `PATH`.
///
/// A system tool is never locked. If another tool needs it, locking runs it for its version, so
/// that an unmet need is reported at that time. The solver's choice never depends on it, because
/// the lock must be the same on every machine.
struct SystemTool: Sendable {
  let name: ToolName
  let environment: Environment
  let root: Root

  /// The program on `PATH`. `nil` if there is none.
  var path: FilePath? { SystemPrograms(environment, root: root).all(named: name.text).first }

  /// Returns the first word of the program's `--version` output that contains a number with a
  /// dot: `ruby 3.1.2p20 (2022-04-12)`, `git version 2.39.5`. `nil` if there is none.
  static func version(of path: FilePath, _ environment: Environment) async -> Version? {
    let reply = await BlockingThread.result {
      try? ChildProcess.output(
        of: path, arguments: ["--version"], environment: environment, limit: 4096)
    }
    guard let reply, let line = String(decoding: reply, as: UTF8.self).split(separator: "\n").first
    else { return nil }
    return line.split { " ,()".contains($0) }.lazy.compactMap { word in
      // Ruby appends its patch level to the number without a separator.
      let text = word.drop { $0 == "v" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      return text.contains(".") ? try? Version(parsing: String(text), scheme: .general) : nil
    }.first
  }

  /// Throws `systemTool` if the program is missing or its version does not meet all `needs`.
  ///
  /// - Parameter pin: The position of the pin that leaves the tool to the system.
  func check(
    _ needs: [(by: Requester, requirement: Requirement)], pin: Origin
  ) async throws(Problem) {
    let path = path
    let version: Version? =
      if let path { await Self.version(of: path, environment) } else { nil }
    let unmet = needs.filter { need in
      version.map { !((try? need.requirement.admits($0)) ?? false) } ?? true
    }
    if unmet.isEmpty { return }
    throw .project(
      .systemTool(
        name.text, path: path?.string, version: version?.spelling,
        needs: unmet.map { "\($0.requirement)\($0.requirement == .any ? "" : " ")by \($0.by)" },
        pin: pin))
  }
}
