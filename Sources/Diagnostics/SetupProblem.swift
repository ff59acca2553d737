package import Vocabulary

/// A reason that a machine cannot be set up.
package enum SetupProblem: Error, Hashable, Sendable {
  /// A command line of a hook failed.
  case hook(HookFailure)
  /// Every command line of a hook succeeded, but its check still fails.
  case unfulfilled(HookFailure)
  /// A hook changed the Toolfile, so the rest of the plan no longer applies.
  case changedToolfile(HookName, path: String)
  /// No step has this name.
  case unknownStep(String, nearest: [String], known: [String])
  /// `HOME` belongs to another user, as it can under `sudo`.
  case foreignHome(path: String)
  /// The plan needs confirmation, but there is no terminal.
  case notAgreed(steps: [String], commandLine: [String])
  /// The user declined.
  case declined
  /// The command, such as `setup`, runs in a hook. It would wait for the hook, which waits for it.
  case nested(command: String)
  /// The repository cannot be cloned.
  case clone(CloneFault)
  /// These steps are not done.
  case incomplete([SetupStepReport])
  /// The states of these hooks are unknown, because the user has not accepted them. `directory` is
  /// the folder for the command that accepts them, or `nil` for the working directory.
  case unaccepted([SetupStepReport], directory: String?)

  /// A failed command line of a hook.
  package struct HookFailure: Hashable, Sendable {
    /// How a command line ended.
    package enum End: Hashable, Sendable {
      case code(Int32)
      case signal(Int32)
      /// It was stopped after this time in total or, if `isSilence`, without output.
      case timeLimit(Duration, isSilence: Bool)
    }

    package let name: HookName
    package let command: String
    package let origin: Origin
    package let end: End
    /// The last lines of output, without control characters.
    package let lastLines: [String]
    package let log: String
    /// The tool that the command line names and whose group is not installed, or `nil`.
    package let excluded: ExcludedTool?

    /// Creates a failure. See the properties.
    package init(
      _ name: HookName, command: String, origin: Origin, end: End, lastLines: [String],
      log: String, excluded: ExcludedTool? = nil
    ) {
      self.name = name
      self.command = command
      self.origin = origin
      self.end = end
      self.lastLines = lastLines
      self.log = log
      self.excluded = excluded
    }
  }

  /// A tool that is not installed, because it is in an optional group.
  package struct ExcludedTool: Hashable, Sendable {
    package let tool: ToolName
    package let group: String

    /// Creates a tool. See the properties.
    package init(_ tool: ToolName, group: String) {
      self.tool = tool
      self.group = group
    }
  }

  /// A reason that a repository cannot be cloned. Addresses contain no secrets.
  package enum CloneFault: Hashable, Sendable {
    /// The argument is neither a folder nor an address that setup lets git use.
    case badAddress(String, Reason)
    /// The address contains a password, which other users could read while git runs.
    case password(String)
    /// The folder is not empty.
    case folderNotEmpty(path: String)
    /// There is no git, and no package manager to install it.
    case noGit
    /// git failed.
    case failed(address: String, lastLines: [String])

    /// The reason that an argument cannot be cloned.
    package enum Reason: Hashable, Sendable {
      case noFolder
      case scheme(String)
      case noName
    }
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .hook, .unfulfilled, .changedToolfile, .declined, .incomplete, .unaccepted: .failure
    case .unknownStep, .foreignHome, .nested: .usage
    case .notAgreed: .notTrusted
    case .clone(let fault): fault.exitCode
    }
  }
}

extension SetupProblem.CloneFault {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .badAddress, .password: .usage
    case .folderNotEmpty: .cannotWrite
    case .noGit: .notAvailable
    case .failed: .unreachable
    }
  }
}
