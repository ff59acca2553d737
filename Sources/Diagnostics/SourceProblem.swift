package import Vocabulary

/// A reason a source cannot provide a tool: it lacks the package or version, cannot be reached, or
/// rejects the options in the manifest.
package struct SourceProblem: Error, Hashable, Sendable {
  /// A reason a source cannot serve a request.
  package enum Fault: Hashable, Sendable {
    /// The declaration of the tool or the source is invalid.
    case declaration(SourceDeclarationFault)
    /// The source does not have what was requested.
    case content(SourceContentFault)
    /// The source did not respond, or its response cannot be used.
    case answer(SourceAnswerFault)
    /// A fault that is specific to this kind of source.
    case own(SourceFault)
  }

  /// The form that the value of an option must have.
  package enum OptionForm: Hashable, Sendable {
    /// A string or an array of strings, each a command line of the POSIX shell.
    case steps
    /// A string that is a valid package name.
    case packageName
    /// A string with the name of a repository and its owner, separated by a slash.
    case repositoryName
    /// A string that contains a version in the tool's scheme.
    case version
    case text, texts
    case boolean, integer, map
    /// The symbol of this name.
    case symbol(String)
  }

  package let source: String
  /// The requested tool as the project names it, or `nil` if the problem is with the source itself.
  package let tool: ToolName?
  /// The package that provides the tool, or `nil` if it is not known yet.
  package let package: String?
  /// The version whose locked file is downloaded, or `nil` if a version is still to be chosen.
  package let version: String?
  /// The part of the tool that has the problem, with its version, such as `json 2.9.1`, or `nil` if
  /// the problem is with the tool itself.
  package var part: String?
  /// The address that a mirror was asked for, or `nil` if the problem is not one of a mirror.
  package var mirrored: String?
  /// The origin of the request for the tool, or `nil` if it is unknown.
  package let origin: Origin?
  package var fault: Fault
  /// The words of a command line that avoids the problem, or empty if none is known.
  package var retry: [String] = []
  /// The changes of the project's files that avoid the problem, or `nil` if none was tried.
  package var remedies: [ProjectRemedy]?
  /// The line of the Toolfile at ``origin``, or `nil` if the text is not at hand.
  package var line: String?

  /// Creates a problem. ``Problem/fillingOrigins(with:)`` can supply a missing `origin`.
  package init(
    source: String, tool: ToolName? = nil, package: String? = nil, version: String? = nil,
    origin: Origin? = nil, fault: Fault
  ) {
    self.source = source
    self.tool = tool
    self.package = package
    self.version = version
    self.origin = origin
    self.fault = fault
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch fault {
    case .declaration(let fault): fault.exitCode
    case .content(let fault): fault.exitCode
    case .answer(let fault): fault.exitCode
    case .own(let fault): fault.exitCode
    }
  }
}
