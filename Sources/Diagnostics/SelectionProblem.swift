/// Which program runs cannot be told, or it is not there, or it cannot be run.
package enum SelectionProblem: Error, Hashable, Sendable {
  /// A tool, its version and what asks for it.
  package struct PinnedTool: Hashable, Sendable {
    package let tool: String
    package let version: String
    package let origin: Origin

    package init(tool: String, version: String, origin: Origin) {
      self.tool = tool
      self.version = version
      self.origin = origin
    }
  }

  /// What provides an executable besides what was chosen.
  package struct Provider: Hashable, Sendable {
    package let tool: String
    /// Of installations that provide it, oldest first.
    package let versions: [String]

    package init(tool: String, versions: [String]) {
      self.tool = tool
      self.versions = versions
    }
  }

  /// The lock wants these bytes, or the pin this version, and no installation has them.
  ///
  /// - Parameters:
  ///   - directory: where the file is that asks, as messages name it; nil where none does.
  ///   - installed: versions of the tool that are there.
  ///   - isOtherContent: the version is there, with other bytes than the lock's.
  ///   - groups: the optional groups that the tool is in, and in no other.
  case notInstalled(
    PinnedTool, directory: String?, installed: [String], isOtherContent: Bool, groups: [String] = []
  )
  /// The installation that is chosen lacks the executable, which it had when it was installed.
  case damaged(PinnedTool, path: String)
  /// The version that is chosen does not have the executable.
  case notProvided(executable: String, by: PinnedTool, providers: [Provider])
  /// Several tools that provide the executable are pinned equally near.
  case tie(executable: String, [PinnedTool])
  /// Nothing pins the executable, and `PATH` has no other.
  case nowhere(executable: String, providers: [Provider])
  /// The pin says `system`, and `PATH` has no program of that name.
  case noProgramOfSystem(executable: String, PinnedTool)
  /// A Toolfile names the tool, and has no lock beside it.
  case notLocked(tool: String, toolfile: String)
  /// A variable that pins a tool holds no version.
  case variable(name: String, value: String)
  /// A file of another version manager in a form that is not read: `text` is what stands there.
  case idiomatic(path: String, line: Int, text: String)
  /// A program that was named by its path, and nothing stands there.
  case noProgram(path: String)
  /// The working directory is not there any more.
  case noWorkingDirectory
  /// It is there, and the system does not run it: `reason` in the system's words.
  case notExecutable(path: String, reason: String)
  /// A script whose first line names an interpreter that is not there.
  case noInterpreter(path: String, interpreter: String)
  /// A program on `PATH` calls the shim that calls it.
  case recursion(executable: String)

  package var exitCode: ExitCode {
    switch self {
    case .notExecutable, .noInterpreter, .recursion: .notExecutable
    case .notLocked: .noManifest
    case .idiomatic: .unreadableManifest
    default: .notFound
    }
  }
}
