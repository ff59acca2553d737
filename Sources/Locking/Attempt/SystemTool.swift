internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Versions
internal import Vocabulary

/// A tool that a project leaves to the system: the program of the same name farther down `PATH`.
///
/// A system tool is never locked, and the solver never considers its version, because the lock must
/// be the same on every machine. If there are requirements on it, they are taken as met, unless the
/// user's `config` names the program to ask for its version. No other program is asked: one that
/// `PATH` happens to contain may do anything, whatever its arguments are.
///
/// Gems are chosen for the oldest Ruby that the Toolfile's requirement admits, such as 3.1 for `~>
/// 3.1`, so they work with every Ruby that the project accepts. The installed Ruby is only checked
/// against the requirement. If it affected the choice, each machine would write a different lock.
struct SystemTool: Sendable {
  /// A requirement on a system tool.
  struct Need {
    let requester: Requester
    let requirement: Requirement
    /// Whether installing the requester fails if the program does not satisfy the requirement.
    let isCheckedByInstall: Bool

    fileprivate var text: String { "\(requirement) by \(requester)" }
  }

  let name: ToolName
  /// The program to ask, or `nil` if the user names none.
  let program: FilePath?
  let environment: Environment

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

  /// Checks that the version of the program meets all `needs`.
  ///
  /// - Parameters:
  ///   - needs: The requirements on the tool, each with its requester.
  ///   - pin: The position of the pin that leaves the tool to the system.
  ///   - config: The path of the user's `config`, for messages.
  /// - Returns: A notice if the needs are taken as met, or `nil` if they are met.
  /// - Throws: ``LockProblem/systemTool(_:path:version:needs:pin:)`` with the unmet needs.
  func check(
    _ needs: [Need], pin: Origin, config: String
  ) async throws(Problem) -> Notice? {
    let needs = needs.filter { $0.requirement != .any }
    if needs.isEmpty { return nil }
    guard let program else {
      let unchecked = needs.filter { !$0.isCheckedByInstall }.map(\.text)
      return unchecked.isEmpty
        ? nil : .lock(.systemToolUnchecked(name, needs: unchecked, config: config))
    }
    let version = await Self.version(of: program, environment)
    let unmet = needs.filter { need in
      version.map { !((try? need.requirement.admits($0)) ?? false) } ?? true
    }
    if unmet.isEmpty { return nil }
    throw .project(
      .lock(
        .systemTool(
          name, path: program.string, version: version?.spelling, needs: unmet.map(\.text),
          pin: pin)))
  }
}
