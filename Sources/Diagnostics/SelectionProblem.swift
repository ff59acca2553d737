package import Vocabulary

/// A reason a program cannot be selected, found, or started.
package enum SelectionProblem: Error, Hashable, Sendable {
  /// A tool, its version, and the location that pins it.
  package struct PinnedTool: Hashable, Sendable {
    package let tool: ToolName
    package let version: PinnedVersion
    package let origin: Origin
    /// The tool that ``tool`` is an alias of, or `nil` if it is not an alias.
    package var aliasOf: ToolName?
    /// Whether a registry of the user defines the tool, or the lock has it, so that it can be
    /// installed.
    package var isInstallable = true
    /// Whether a Toolfile beside the pin declares the tool, so that `install` without names locks
    /// and installs the version.
    package var isInProject = false
    /// The tools that keep `install-on-exec` from installing the version, because only a project
    /// chose their sources. Empty if the setting is off.
    package var onRequestOnly: [ToolName] = []

    /// Whether the pin comes from a lock.
    package var isLocked: Bool {
      if case .file(let path, _, _) = origin { path.hasSuffix("Toolfile.lock") } else { false }
    }

    /// Creates a pinned tool. `origin` is the location of the pin.
    package init(tool: ToolName, version: PinnedVersion, origin: Origin) {
      self.tool = tool
      self.version = version
      self.origin = origin
    }
  }

  /// A tool that provides an executable but is not selected.
  package struct Provider: Hashable, Sendable {
    package let tool: ToolName
    /// The installed versions that provide the executable, oldest first.
    package let versions: [VersionText]
    /// Whether the versions are installed only for locks, and no registry of the user defines the
    /// tool, so that no pin can use them.
    package let isLockOnly: Bool

    /// Creates a provider. `versions` must be sorted, oldest first.
    package init(tool: ToolName, versions: [VersionText], isLockOnly: Bool = false) {
      self.tool = tool
      self.versions = versions
      self.isLockOnly = isLockOnly
    }
  }

  /// The content id that the lock requires, or the version that the pin requires, is not installed.
  ///
  /// - Parameters:
  ///   - directory: The folder of the file that requires the version, as messages show it, or `nil`
  ///     if no file requires it.
  ///   - installed: The installed versions of the tool.
  ///   - isOtherContent: Whether the version is installed, but with a content id other than that in
  ///     the lock.
  ///   - isLockOnly: Whether the version is installed only for a lock, which the pin cannot use.
  ///   - groups: The groups of the tool if all of them are optional or left out, and otherwise
  ///     empty.
  ///   - leftOut: The group among `groups` that the user left out, or `nil` if they are only
  ///     optional.
  case notInstalled(
    PinnedTool, directory: String?, installed: [VersionText], isOtherContent: Bool,
    isLockOnly: Bool = false, groups: [GroupName] = [], leftOut: LeftOutGroup? = nil
  )
  /// The executable of the selected installation no longer exists.
  case damaged(PinnedTool, path: String)
  /// The selected version does not provide the executable.
  case notProvided(executable: ExecutableName, by: PinnedTool, providers: [Provider])
  /// The version of the tool that the command line names does not provide the executable. If the
  /// executable is `nil`, none has the name of the tool, and the tool has several others or none at
  /// all. `retry` is the command line that runs one of those, or empty.
  case noSuchExecutable(
    ExecutableName?, of: PinnedTool, provided: [ExecutableName], retry: [String] = []
  )
  /// Several tools that provide the executable are pinned at the same distance from the
  /// working directory.
  case ambiguous(executable: ExecutableName, [PinnedTool])
  /// No pin applies to the executable, and `PATH` has no other program of that name.
  ///
  /// - Parameters:
  ///   - passedOver: What other version managers' files state and bootstrap cannot follow.
  ///   - nearest: Programs of the tools used here with similar names, best match first.
  ///   - retry: The command line that does what was probably meant, or empty.
  case notFound(
    executable: String, providers: [Provider], passedOver: [PassedOverPin] = [],
    nearest: [ExecutableName] = [], retry: [String] = []
  )
  /// No pin applies to the executable, and `PATH` has no other program of that name, because the
  /// project wants the tool that provides it only for platforms other than `platform`.
  case notForPlatform(executable: String, LimitedTool, platform: Platform)
  /// The pin is `system`, but `PATH` has no program of that name.
  case noSystemProgram(executable: String, PinnedTool)
  /// A Toolfile names the tool but has no lock beside it.
  case notLocked(tool: ToolName, toolfile: String)
  /// The Toolfile declares the tool at `origin`, but the lock has no artifact of it for this
  /// machine.
  case notInLock(tool: ToolName, origin: Origin)
  /// The two sides of an unfinished merge do not agree on the tool, whose stanza in the lock begins
  /// at `origin`. The version of a side is `nil` if the side does not have the tool.
  /// `isToolfileContested` is whether the Toolfile has conflict markers, too.
  case contested(
    tool: ToolName, ours: VersionText?, theirs: VersionText?, origin: Origin,
    isToolfileContested: Bool
  )
  /// The environment variable that pins a tool does not contain a version.
  case variable(name: String, value: String)
  /// The command line names a program by a path that does not exist.
  case noProgram(path: String)
  /// The working directory no longer exists.
  case noWorkingDirectory
  /// The program exists, but the system cannot run it. `reason` is the system's error message.
  case notExecutable(path: String, reason: String)
  /// The program is executable, but its file system is mounted with `noexec`. `folder` is the
  /// topmost folder on that file system, and `isInRoot` is whether the root contains the program.
  case noexec(path: String, folder: String, isInRoot: Bool)
  /// The first line of the script names an interpreter that does not exist.
  case noInterpreter(path: String, interpreter: String)
  /// The pinned tools are too many for `PATH`, and the folder of links to their programs does not
  /// exist and cannot be created in `path`.
  case noView(path: String, toolCount: Int, reason: String)
  /// The shim ran a program on `PATH`, and that program ran the shim again.
  case recursion(executable: String)

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .notExecutable, .noexec, .noInterpreter, .recursion: .notExecutable
    case .notLocked: .noManifest
    case .notInstalled(let pin, _, _, _, _, _, _) where !pin.onRequestOnly.isEmpty: .notTrusted
    case .contested: .unreadableManifest
    default: .notFound
    }
  }
}
