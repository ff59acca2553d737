internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Versions

/// A tool that a project leaves to the system: the program of the same name farther down `PATH`.
///
/// A system tool is never locked. If there are requirements on it, locking runs the program to
/// find its version, and reports the requirements that the version does not meet. The solver never
/// considers that version, because the lock must be the same on every machine.
struct SystemTool: Sendable {
  let name: ToolName
  let environment: Environment
  let root: Root

  /// The path of the program, or `nil` if `PATH` has no such program.
  var path: FilePath? { SystemPrograms(environment, root: root).all(named: name.text).first }

  /// Returns the version of the program at `path`, or `nil` if the program does not report one.
  ///
  /// The version is the first number with a dot in the first line that the program prints for
  /// `--version`: `3.1.2` in `ruby 3.1.2p20 (2022-04-12)`, `2.39.5` in `git version 2.39.5`.
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

  /// Checks that the program exists and that its version meets all `needs`.
  ///
  /// - Parameters:
  ///   - needs: The requirements on the tool, each with its requester.
  ///   - pin: The position of the pin that leaves the tool to the system.
  /// - Throws: ``ProjectProblem/systemTool(_:path:version:needs:pin:)`` with the unmet needs.
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
