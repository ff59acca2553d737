/// A failure of a source: it lacks what is requested, cannot be reached, or does not accept the
/// manifest's options.
package struct SourceProblem: Error, Hashable, Sendable {
  /// A reason a source cannot serve a request.
  package enum Fault: Hashable, Sendable {
    // Faults in the manifest.
    /// No source has this name; `known` lists the sources that exist.
    case unknownSource(known: [String])
    /// The source does not have this option; `known` lists its options.
    case unknownOption(String, known: [String])
    case badOption(String, expected: OptionForm)
    /// Two options set the same thing.
    case optionTwice(String, besides: String)
    /// The address is invalid. The fault omits the address, which may contain a password.
    case badAddress(AddressFault)

    // Gaps in what the source offers.
    /// The package does not exist. `known` lists the packages of a source that can list them;
    /// otherwise, `address` is the address that has no answer.
    case unknownPackage(known: [String], address: String? = nil)
    /// The package exists but has no releases.
    case noReleases
    /// No release satisfies the requirement; `existing` lists the releases, newest first.
    case noVersion(wanted: String, existing: [String])
    /// Releases satisfy the requirement, but none can be chosen. The list holds the newest
    /// release for each kind of reason.
    case allExcluded(wanted: String, [ExcludedVersion])
    /// The version has no artifact for the platform.
    case noArtifact(version: String, platform: String, MissingArtifact)
    /// The artifact requires more than this machine has, such as `glibc 2.34` on a machine with
    /// `glibc 2.28`.
    case machineTooOld(version: String, requires: String, has: String)
    /// The artifact contains no executables.
    case noExecutables(version: String, file: String)
    /// All executables of the artifact are scripts that require Python.
    case needsPython(version: String, scripts: [String])
    /// The manifest names executables that the artifact lacks; `found` lists those that it has.
    case missingExecutables(version: String, names: [String], found: [String])

    // Failures of the connection or the answer.
    case unreachable(address: String, reason: String)
    /// The server accepted the request but repeatedly sent nothing, or stopped sending.
    case stalled(address: String, reason: String)
    /// The connection was repeatedly cut off.
    case cut(address: String, received: Int, expected: Int?)
    /// The server answered with a redirect that is not followed.
    case redirect(address: String, RedirectFault)
    /// The server refused the request with this HTTP status; `advice` is set if it
    /// requires credentials.
    case refused(address: String, status: Int, advice: String?)
    /// The answer is not in the expected form.
    case unreadable(address: String, UnreadableAnswer)
    /// The answer is larger than `limit` bytes.
    case tooLarge(address: String, limit: Int)
    /// The size of a fetched file, in bytes, differs from the one in the index.
    case wrongSize(address: String, expected: Int, actual: Int)
    /// The SHA-256 of a fetched file, in hexadecimal, differs from the one in the index.
    case wrongDigest(address: String, expected: String, actual: String)
    /// The file is not an archive of its kind, or is refused.
    case unreadableArchive(address: String, ArchiveFault)
    /// `--offline` is set, and the answer was never fetched before.
    case offline(address: String)
    /// A file or folder of the project is missing.
    case noFile(path: String)

    /// A fault that only this kind of source has.
    case own(SourceFault)
  }

  /// The form that the value of an option must have.
  package enum OptionForm: Hashable, Sendable {
    /// Text that is a valid package name.
    case packageName
    case text, texts
    case boolean, integer, map
  }

  package let source: String
  /// The requested tool as the project names it; `nil` if the source itself is at fault.
  package let tool: String?
  /// The package that provides the tool; `nil` if not yet known.
  package let package: String?
  /// The version whose locked file is fetched; `nil` while a version is being chosen.
  package let version: String?
  /// The place that requested the tool; `nil` if unknown.
  package let origin: Origin?
  package let fault: Fault

  /// Creates a problem; ``Problem/asked(by:)`` can supply a missing `origin`.
  package init(
    source: String, tool: String? = nil, package: String? = nil, version: String? = nil,
    origin: Origin? = nil, fault: Fault
  ) {
    self.source = source
    self.tool = tool
    self.package = package
    self.version = version
    self.origin = origin
    self.fault = fault
  }

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch fault {
    case .unknownSource, .unknownOption, .badOption, .optionTwice, .badAddress:
      .unreadableManifest
    case .unknownPackage, .noReleases, .noVersion, .allExcluded, .noArtifact, .machineTooOld,
      .noExecutables, .needsPython, .missingExecutables:
      .notAvailable
    case .wrongSize, .wrongDigest, .unreadableArchive: .corruptArtifact
    case .unreachable, .stalled, .cut, .redirect, .refused, .unreadable, .tooLarge, .offline,
      .noFile:
      .unreachable
    case .own(let fault): fault.exitCode
    }
  }
}

/// A fault that only one kind of source has. The folder of the source words it, so a new source
/// needs no change elsewhere.
package struct SourceFault: Hashable, Sendable {
  /// A line of detail below the headline.
  package enum Line: Hashable, Sendable {
    /// The line for the place that made the request.
    case askedBy
    case detail(label: String, [String])
  }

  /// A stable name for programs, such as `bad-index-line`.
  package let code: String
  /// The first line of the message. `{subject}` stands for the requested tool and its package.
  package let headline: String
  package let lines: [Line]
  package let exitCode: ExitCode

  /// Creates a fault; see ``code`` and ``headline`` for the form of the first two arguments.
  package init(
    _ code: String, _ headline: String, _ lines: [Line], exitCode: ExitCode = .unreachable
  ) {
    self.code = code
    self.headline = headline
    self.lines = lines
    self.exitCode = exitCode
  }
}

/// A reason an address cannot be used.
package enum AddressFault: Hashable, Sendable {
  /// The scheme is neither `http` nor `https`.
  case scheme(String)
  /// libcurl's own message.
  case malformed(String)
  /// Not a `file:` address on this machine.
  case notLocal
  /// Neither a path nor a `file:` address on this machine.
  case noPath
  /// A file name that no address can contain.
  case fileName(String)
}

/// A reason a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// The redirect leads from https to http.
  case insecure(to: String)
  /// The chain of redirects is longer than `limit`.
  case tooMany(limit: Int)
  /// The redirect does not lead to a web address.
  case noAddress
}

/// A reason no file of a release serves a platform.
package enum MissingArtifact: Hashable, Sendable {
  /// The release has only source code, which would have to be built.
  case sourceOnly
  /// The release has only code for a Python interpreter.
  case pythonOnly
  /// The files for the platform require a newer machine, such as `glibc 2.34` where the
  /// platform guarantees `glibc 2.28`.
  case requiresNewerMachine(requires: String, limit: String)
  /// The release has only files for other machines, listed as the source names them.
  case otherMachines([String])
}

/// A reason an answer of a source cannot be read.
package enum UnreadableAnswer: Error, Hashable, Sendable {
  /// The answer has no content.
  case empty
  /// The declared content type is wrong; empty if none was declared.
  case contentType(String)
  /// The answer ends early, after this many bytes.
  case truncated(bytes: Int)
  /// The answer is a page without links to package files, such as a login page.
  case noFiles
  /// The JSON has an unexpected shape from this byte on.
  case unexpectedJSON(offset: Int)
  /// The answer has a format version that only a newer bootstrap can read.
  case version(String)
}
