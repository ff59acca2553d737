package import Vocabulary

/// A tool that cannot be built from source.
package struct BuildProblem: Error, Hashable, Sendable {
  /// A step that failed.
  package struct Step: Hashable, Sendable {
    /// The position of the step, from 1.
    package let number: Int
    /// The number of all steps.
    package let count: Int
    /// The command line.
    package let command: String
    package let end: End
    /// The last lines of output, without control characters.
    package let lastLines: [String]
    /// The path of the log.
    package let log: String

    /// Creates a failed step. See the properties.
    package init(
      number: Int, count: Int, command: String, end: End, lastLines: [String], log: String
    ) {
      self.number = number
      self.count = count
      self.command = command
      self.end = end
      self.lastLines = lastLines
      self.log = log
    }
  }

  /// How a step ended.
  package enum End: Hashable, Sendable {
    /// With this exit code, which is not 0.
    case code(Int)
    /// By this signal.
    case signal(Int)
    /// The build did not finish within this number of minutes.
    case timeLimit(minutes: Int)
  }

  /// A reason a tool cannot be built.
  package enum Fault: Hashable, Sendable {
    case step(Step)
    /// The steps installed nothing below `$destdir$prefix`. `elsewhere` lists what they installed
    /// at other places below `$destdir`.
    case nothingInstalled(elsewhere: [String])
    /// The steps installed files below `$destdir` that are not below `$prefix`.
    case outsidePrefix([String])
    /// The steps installed a symbolic link that leads out of the installation.
    case linkLeadsOut(path: String, target: String)
    /// The steps installed something that is neither a file, a folder, nor a link.
    case specialFile(path: String)
    /// The steps installed a file with a name that cannot be recorded.
    case badName(path: String)
    /// The path of the root contains characters that `make` or a shell would interpret.
    case unsuitableRoot(path: String)
  }

  package let tool: ToolName
  package let version: VersionText
  /// The origin of the request for the tool, or `nil` if it is unknown.
  package let origin: Origin?
  package let fault: Fault

  /// Creates a problem. ``Problem/fillingOrigins(with:)`` can supply a missing `origin`.
  package init(
    tool: ToolName, version: VersionText, origin: Origin? = nil, fault: Fault
  ) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.fault = fault
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    if case .unsuitableRoot = fault { .usage } else { .failure }
  }
}
