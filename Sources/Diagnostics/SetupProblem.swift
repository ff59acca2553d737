package import Vocabulary

/// A reason that a machine cannot be set up.
package enum SetupProblem: Error, Hashable, Sendable {
  /// A command line of a hook failed.
  case hook(HookFailure)
  /// A hook ran without a failure, but its check still fails.
  case unfulfilled(HookName, check: String, origin: Origin, log: String)
  /// A hook changed the Toolfile, so the rest of the plan no longer applies.
  case changedToolfile(HookName, path: String)
  /// No step has this name.
  case unknownStep(String, nearest: [String], known: [String])
  /// The home folder belongs to another user, as under `sudo`.
  case foreignHome(path: String)
  /// Nobody can be asked whether to carry out the plan.
  case notAgreed(steps: [String], commandLine: [String])
  /// The user has answered no.
  case declined
  /// The command, such as `setup`, runs in a hook, so it would wait for itself or never end.
  case nested(command: String)
  /// The clone cannot be made.
  case clone(CloneFault)
  /// The machine lacks what these steps bring about.
  case incomplete([SetupStepReport])
  /// The states of these hooks are unknown, because the user has not accepted what they run.
  /// `directory` is the folder for the command that accepts it, or `nil` for the working directory.
  case unaccepted([SetupStepReport], directory: String?)

  /// A failed command line of a hook.
  package struct HookFailure: Hashable, Sendable {
    /// How a command line ended.
    package enum End: Hashable, Sendable {
      case code(Int32)
      case signal(Int32)
      /// It was ended after this time in all, or without output.
      case timeLimit(Duration, isSilence: Bool)
    }

    package let name: HookName
    package let command: String
    package let origin: Origin
    package let end: End
    /// The last lines of output, without control characters.
    package let lastLines: [String]
    package let log: String
    /// The tool of a group that is left out and that the command line names, with the group.
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

  /// A tool that is not installed because nobody asked for its group.
  package struct ExcludedTool: Hashable, Sendable {
    package let tool: ToolName
    package let group: String

    /// Creates a tool. See the properties.
    package init(_ tool: ToolName, group: String) {
      self.tool = tool
      self.group = group
    }
  }

  /// A reason that a repository cannot be cloned. An address is as messages may show it.
  package enum CloneFault: Hashable, Sendable {
    /// The argument is neither a folder nor an address that git may use.
    case badAddress(String, Reason)
    /// The address contains a password, which other users could read while git runs.
    case password(String)
    /// Something is in the folder already.
    case folderNotEmpty(path: String)
    /// No git was found, and no package manager can install it.
    case noGit
    /// git failed.
    case failed(address: String, lastLines: [String])

    /// Why an argument cannot be cloned.
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
