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

    /// Creates a failed step. See the properties.
    package init(
      number: Int, count: Int, command: String, end: End, lastLines: [String]
    ) {
      self.number = number
      self.count = count
      self.command = command
      self.end = end
      self.lastLines = lastLines
    }
  }

  /// How a step ended.
  package enum End: Hashable, Sendable {
    /// It exited with this code, which is not 0.
    case code(Int32)
    /// A signal with this number ended it.
    case signal(Int32)
    /// It was ended because the time limit of the build was reached.
    case timeLimit(Duration)
  }

  /// A reason a tool cannot be built.
  package enum Fault: Hashable, Sendable {
    case step(Step)
    /// A patch does not apply to the source.
    case patch(PartName, Step)
    /// The steps installed nothing in `$destdir$prefix`. `elsewhere` lists files that they
    /// installed in other folders of `$destdir`.
    case nothingInstalled(elsewhere: [String])
    /// The steps installed these files in `$destdir`, but not in `$destdir$prefix`.
    case outsidePrefix([String])
    /// The steps installed a symbolic link that points outside the installation.
    case linkLeadsOut(path: String, target: String)
    /// The steps installed an entry that is not a file, folder, or link, such as a pipe.
    case specialFile(path: String)
    /// The steps installed an entry whose name an archive could not contain either, because it has
    /// control characters, for example.
    case badName(path: String)
    /// The steps did not install executables that the lock lists. `files` lists what they installed
    /// instead.
    case missingExecutables([ExecutableName], files: [String])
    /// Neither the tool nor the others are prebuilt, and the command must not build anything.
    case forbidden(others: [ToolName])
    /// The tool and these others, all built from source, need each other for their builds.
    case circularNeeds([ToolName])
    /// The build needs these tools, but no lock determines their versions.
    case needsTools([ToolName])
    /// The tool consists of gems, but there is no Ruby at this path, or no Ruby of the system if
    /// the path is `nil`.
    case noRuby(path: String?)
    /// A gem does not work with the Ruby that would run it.
    case otherRuby(UnsuitableRuby)
    /// A native extension of the gem, such as `json 2.9.1`, cannot be built.
    case gemExtension(gem: String, Step)
    /// The path of the root contains characters that have a meaning for `make` or a shell.
    case unsuitableRoot(path: String)
  }

  package let tool: ToolName
  package let version: VersionText
  /// The origin of the request for the tool, or `nil` if it is unknown.
  package let origin: Origin?
  /// The path of the log, or `nil` if no step has run.
  package let log: String?
  package let fault: Fault

  /// Creates a problem. ``Problem/fillingOrigins(with:)`` can supply a missing `origin`.
  package init(
    tool: ToolName, version: VersionText, origin: Origin? = nil, log: String? = nil, fault: Fault
  ) {
    self.tool = tool
    self.version = version
    self.origin = origin
    self.log = log
    self.fault = fault
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch fault {
    case .unsuitableRoot: .usage
    case .forbidden, .needsTools, .noRuby, .otherRuby: .notAvailable
    case .circularNeeds: .unreadableManifest
    case .missingExecutables: .corruptArtifact
    default: .failure
    }
  }
}
