internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Versions

/// A tool that a project leaves to the system: the same-named program further down `PATH`.
///
/// It is never locked. Where another tool needs it, it is asked for its version when the project is locked, so that who locks knows.
/// What the solver chooses never depends on it: the lock must be the same on every machine.
struct SystemTool: Sendable {
  let name: ToolName
  let environment: Environment
  let root: Root

  /// nil where `PATH` has none.
  var path: FilePath? { SystemPrograms(environment, root: root).all(named: name.text).first }

  /// The first word of what it says to `--version` that has a number with a dot in it: `ruby 3.1.2p20 (2022-04-12)`, `git version
  /// 2.39.5`. nil where it says none.
  static func version(of path: FilePath, _ environment: Environment) async -> Version? {
    let reply = await BlockingThread.result {
      try? ChildProcess.output(
        of: path, arguments: ["--version"], environment: environment, limit: 4096)
    }
    guard let reply, let line = String(decoding: reply, as: UTF8.self).split(separator: "\n").first
    else { return nil }
    return line.split { " ,()".contains($0) }.lazy.compactMap { word in
      // Ruby puts its patch level behind the numbers without a sign between.
      let text = word.drop { $0 == "v" }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      return text.contains(".") ? try? Version(parsing: String(text), scheme: .general) : nil
    }.first
  }

  /// Throws where it is not what all of `needs` want.
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
