/// A reason the program to run cannot be chosen, found, or started.
package enum SelectionProblem: Error, Hashable, Sendable {
  /// A tool, its version, and the pin that selects it.
  package struct PinnedTool: Hashable, Sendable {
    package let tool: String
    package let version: String
    package let origin: Origin

    /// Creates a pinned tool; `origin` is the place of the pin.
    package init(tool: String, version: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.origin = origin
    }
  }

  /// A tool that provides an executable but was not chosen.
  package struct Provider: Hashable, Sendable {
    package let tool: String
    /// The installed versions that provide it, oldest first.
    package let versions: [String]

    /// Creates a provider; `versions` must be sorted, oldest first.
    package init(tool: String, versions: [String]) {
      self.tool = tool
      self.versions = versions
    }
  }

  /// The lock requires a content id, or the pin a version, that is not installed.
  ///
  /// - Parameters:
  ///   - directory: The folder of the requesting file as messages name it; `nil` if no file
  ///     requests it.
  ///   - installed: The installed versions of the tool.
  ///   - isOtherContent: Whether the version is installed, but with content other than the lock's.
  ///   - groups: The optional groups of the tool, if it is in no other group.
  case notInstalled(
    PinnedTool, directory: String?, installed: [String], isOtherContent: Bool, groups: [String] = []
  )
  /// The chosen installation has lost the executable since it was installed.
  case damaged(PinnedTool, path: String)
  /// The chosen version does not provide the executable.
  case notProvided(executable: String, by: PinnedTool, providers: [Provider])
  /// Several tools that provide the executable are pinned at the same distance.
  case tie(executable: String, [PinnedTool])
  /// Nothing pins the executable, and `PATH` has no other program of that name.
  case notFound(executable: String, providers: [Provider])
  /// The pin is `system`, but `PATH` has no program of that name.
  case noSystemProgram(executable: String, PinnedTool)
  /// A Toolfile names the tool but has no lock beside it.
  case notLocked(tool: String, toolfile: String)
  /// A variable that pins a tool does not contain a version.
  case variable(name: String, value: String)
  /// A line in a file of another version manager cannot be read; `text` is the content of the line.
  case idiomatic(path: String, line: Int, text: String)
  /// A program was named by its path, but the path does not exist.
  case noProgram(path: String)
  /// The working directory no longer exists.
  case noWorkingDirectory
  /// The program exists, but the system cannot run it; `reason` is the system's error message.
  case notExecutable(path: String, reason: String)
  /// The first line of a script names an interpreter that does not exist.
  case noInterpreter(path: String, interpreter: String)
  /// A program on `PATH` calls the shim that called it.
  case recursion(executable: String)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .notExecutable, .noInterpreter, .recursion: .notExecutable
    case .notLocked: .noManifest
    case .idiomatic: .unreadableManifest
    default: .notFound
    }
  }
}
