/// A source does not have what is asked of it, cannot be asked, or is asked in words that it does not know.
package struct SourceProblem: Error, Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    // What the manifest says.
    /// A source of that name is not known; those that are.
    case unknownSource(known: [String])
    case unknownOption(String, known: [String])
    case badOption(String, expected: OptionForm)
    /// Two options set the same thing.
    case optionTwice(String, besides: String)
    /// An address that is none; what is wrong with it, without the address, since a password may stand in it.
    case badAddress(AddressFault)

    // What the source has.
    /// No such package; the names that the source has, where it can list them, or the address that has no answer for it.
    case unknownPackage(known: [String], address: String? = nil)
    /// The package is there, and has not one release.
    case noReleases
    /// No release satisfies what is wanted; releases that exist, newest first.
    case noVersion(wanted: String, existing: [String])
    /// Releases satisfy what is wanted, and none can be chosen: the newest for each kind of reason.
    case allExcluded(wanted: String, [ExcludedVersion])
    case noArtifact(version: String, platform: String, MissingArtifact)
    /// The artifact asks for more than this very machine has: `glibc 2.34`, and `glibc 2.28`.
    case machineTooOld(version: String, asks: String, has: String)
    /// No executables are found in the artifact.
    case noExecutables(version: String, file: String)
    /// All executables of the artifact are scripts that run only where Python is.
    case needsPython(version: String, scripts: [String])
    /// Executables that the manifest names and the artifact does not have; those that it has.
    case missingExecutables(version: String, names: [String], found: [String])

    // Whether it can be asked.
    case unreachable(address: String, reason: String)
    /// It took the question and sent nothing, or nothing more, again and again.
    case stalled(address: String, reason: String)
    /// The connection broke off, again and again.
    case cut(address: String, received: Int, expected: Int?)
    /// A redirect that is not followed.
    case redirect(address: String, RedirectFault)
    /// The server refuses: HTTP status, and advice if it asks for credentials.
    case refused(address: String, status: Int, advice: String?)
    /// The answer is not what it must be.
    case unreadable(address: String, UnreadableAnswer)
    /// The answer has more bytes than the limit.
    case tooLarge(address: String, limit: Int)
    /// A file that had to be fetched whole is not what the index says; bytes, and SHA-256 in hex.
    case wrongSize(address: String, expected: Int, actual: Int)
    case wrongDigest(address: String, expected: String, actual: String)
    /// A file that is no archive of its kind, or one that is refused; the archive reader's reason.
    case unreadableArchive(address: String, ArchiveFault)
    /// Nothing may be fetched, and it was never fetched before.
    case offline(address: String)
    /// A file or folder of the project is missing.
    case noFile(path: String)

    /// A fault that only this kind of source has.
    case own(SourceFault)
  }

  /// What a value of an option must be.
  package enum OptionForm: Hashable, Sendable {
    /// A text, and a name of a package.
    case packageName
    case text, texts
    case boolean, integer, map
  }

  package let source: String
  /// The tool that is asked for, as the project calls it. nil where the source itself is the problem.
  package let tool: String?
  /// The package of the source that the tool is. nil where it is not known yet.
  package let package: String?
  /// The version whose locked file is fetched. nil while a version is being chosen.
  package let version: String?
  /// Who asked.
  package let origin: Origin?
  package let fault: Fault

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

/// A fault that only one kind of source has, worded in the source's own folder, so that a new
/// source needs no change elsewhere.
package struct SourceFault: Hashable, Sendable {
  package enum Line: Hashable, Sendable {
    /// The line for the place that asked.
    case askedBy
    case detail(label: String, [String])
  }

  /// A stable name for programs: `bad-index-line`.
  package let code: String
  /// `{subject}` is replaced by the requested tool and its package.
  package let headline: String
  package let lines: [Line]
  package let exitCode: ExitCode

  package init(
    _ code: String, _ headline: String, _ lines: [Line], exitCode: ExitCode = .unreachable
  ) {
    self.code = code
    self.headline = headline
    self.lines = lines
    self.exitCode = exitCode
  }
}

/// Why an address cannot be used.
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

/// Why a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// From https to http.
  case insecure(to: String)
  case tooMany(limit: Int)
  /// To something that is no address of the web.
  case noAddress
}

/// Why no file of a release serves a platform.
package enum MissingArtifact: Hashable, Sendable {
  /// Only source code, which would have to be built.
  case sourceOnly
  /// Only code for a Python interpreter.
  case pythonOnly
  /// It has files for the platform, but they ask for a newer machine: `glibc 2.34` of a platform that stands for `glibc 2.28`.
  case asksTooMuch(asks: String, limit: String)
  /// Only files for other machines, by the names that the source has for them.
  case otherMachines([String])
}

/// What came instead of a source's answer.
package enum UnreadableAnswer: Error, Hashable, Sendable {
  /// Nothing at all.
  case empty
  /// The declared type is wrong; empty if none was declared.
  case contentType(String)
  /// The answer ends early, after `bytes` bytes.
  case truncated(bytes: Int)
  /// A page without links to package files, such as a login page.
  case noFiles
  /// JSON of another shape, from this byte on.
  case unexpectedJSON(offset: Int)
  /// A newer form.
  case version(String)
}
