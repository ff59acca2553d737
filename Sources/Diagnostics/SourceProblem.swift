package import Vocabulary

/// A reason a source cannot provide a tool: it lacks the package or version, cannot be reached, or
/// rejects the options in the manifest.
package struct SourceProblem: Error, Hashable, Sendable {
  /// A reason a source cannot serve a request.
  package enum Fault: Hashable, Sendable {
    // Faults in the manifest.
    /// No source has this name. `known` lists the sources that exist.
    case unknownSource(known: [String])
    /// The source does not have this option. `known` lists its options.
    case unknownOption(String, known: [String])
    /// The value of this option does not have the expected form.
    case badOption(String, expected: OptionForm)
    /// No registry defines the tool. `aliased` lists the tools that have the name as an alias,
    /// `known` all tools, and `candidates` the packages of that name in public sources.
    /// `isOfProject` is whether a Toolfile asks for the tool, which the user's own registries never
    /// serve.
    case undefined(
      aliased: [String], known: [String], candidates: [PackageCandidate] = [],
      isOfProject: Bool = false)
    /// The content of a registry differs from that of the lock. The digests are SHA-256 in
    /// hexadecimal.
    case registryChanged(address: String, locked: String, found: String)
    /// The definition of the tool names no source. `known` lists the sources that exist.
    case noSourceInDefinition(known: [String])
    /// The definition of the tool names a source that needs an address, which a definition cannot
    /// state. `known` lists the sources that a definition can use.
    case addressedSourceInDefinition(known: [String])
    /// The definition of the tool, which belongs to the project, provides executables with the
    /// reserved `names`. Only the Toolfile may request those. `others` lists the executables that
    /// the Toolfile could list instead, if any.
    case reservedInDefinition(names: [String], others: [String])
    /// The definition of the tool states a need for a tool that no registry defines. `known` lists
    /// the tools that are defined.
    case undefinedNeed(String, known: [String])
    /// Definitions need each other in a cycle. The list begins and ends with the same tool.
    case cycleOfNeeds([String])
    /// The manifest names a package, but not the source that has it.
    case packageWithoutSource
    /// Two options set the same property of a tool.
    case conflictingOption(String, besides: String)
    /// The address is invalid. The fault omits the address, which may contain a password.
    case badAddress(AddressFault)

    // Missing packages, versions, and artifacts.
    /// The package does not exist. `known` lists all packages if the source can list them.
    /// Otherwise, `address` is the address where the package is missing.
    case unknownPackage(known: [String], address: String? = nil)
    /// The package exists but has no releases.
    case noReleases
    /// No release satisfies the requirement. `existing` lists the newest release and those nearest
    /// to the requirement, newest first, and `others` is the number of all others.
    case noVersion(wanted: String, existing: [String], others: Int = 0)
    /// Releases satisfy the requirement, but none can be chosen. The list contains the newest
    /// release for each kind of reason.
    case allExcluded(wanted: String, [ExcludedVersion])
    /// The version has no artifact for the platform.
    /// Of the wanted platforms, the version has artifacts for those in `served`. Empty if this is
    /// not known or there is none.
    case noArtifact(version: String, platform: String, MissingArtifact, served: [String] = [])
    /// The artifact requires a newer machine, such as one with `glibc 2.34` where this one has
    /// `glibc 2.28`.
    case machineTooOld(version: String, requires: String, has: String)
    /// The artifact contains no executables.
    case noExecutables(version: String, file: String)
    /// The version provides only executables with reserved names, which the Toolfile must list.
    case reservedExecutables(version: String, names: [String])
    /// All executables of the artifact are scripts that require Python.
    case needsPython(version: String, scripts: [String])
    /// The manifest names executables, or states paths of executables, that the artifact lacks.
    /// `found` lists those that it has.
    case missingExecutables(version: String, names: [String], found: [String])

    // Failures of the connection or the response.
    /// The server cannot be reached.
    case unreachable(address: String, reason: String)
    /// Several attempts failed because the server accepted the request, but sent nothing or
    /// stopped sending.
    case stalled(address: String, reason: String)
    /// Several attempts failed because all transfers together received less than `bytesPerSecond`,
    /// averaged over `seconds`.
    case tooSlow(address: String, bytesPerSecond: Int, seconds: Int)
    /// Several attempts failed because the connection closed early. `received` and `expected` are
    /// numbers of bytes. `expected` is `nil` if it is unknown.
    case cut(address: String, received: Int, expected: Int?)
    /// The address has no TLS, and the user's own settings do not name its server. `listedBy` is
    /// the address of the page that lists it, or `nil` if a manifest or lock states it.
    case unencrypted(address: String, listedBy: String?, advice: String?)
    /// The index states an address with a query, and the file cannot be downloaded without the
    /// query, which the lock must not contain. `address` omits the query.
    case signedAddress(address: String)
    /// The response is a redirect that is not followed.
    case redirect(address: String, RedirectFault)
    /// The server rejected the request with this HTTP status. `advice` is `nil` unless credentials
    /// are required.
    case refused(address: String, status: Int, advice: String?)
    /// The response does not have the expected form.
    case unreadable(address: String, UnreadableResponse)
    /// The response is larger than `limit` bytes.
    case tooLarge(address: String, limit: Int)
    /// The size of a fetched file, in bytes, differs from the one in the index.
    case wrongSize(address: String, expected: Int, actual: Int)
    /// The SHA-256 of a fetched file, in hexadecimal, differs from the one in the index.
    case wrongDigest(address: String, expected: String, actual: String)
    /// The file is not an archive of the expected format, or is rejected.
    case unreadableArchive(address: String, ArchiveFault)
    /// `--offline` is set, and the response is not cached.
    case offline(address: String)
    /// A file or folder of the project is missing.
    case noFile(path: String)
    /// The file lies outside of the project and of the folder of the index that lists it, perhaps
    /// through a symbolic link.
    case foreignFile(path: String)
    /// The path is a directory, a pipe, or a device, and not a file.
    case irregularFile(path: String)

    /// A fault that is specific to this kind of source.
    case own(SourceFault)
  }

  /// The form that the value of an option must have.
  package enum OptionForm: Hashable, Sendable {
    /// A string that is a valid package name.
    case packageName
    /// A string with the name of a repository and its owner, separated by a slash.
    case repositoryName
    case text, texts
    case boolean, integer, map
  }

  package let source: String
  /// The requested tool as the project names it, or `nil` if the problem is with the source itself.
  package let tool: String?
  /// The package that provides the tool, or `nil` if it is not known yet.
  package let package: String?
  /// The version whose locked file is downloaded, or `nil` if a version is still to be chosen.
  package let version: String?
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
    case .unknownSource, .unknownOption, .badOption, .conflictingOption, .badAddress,
      .noSourceInDefinition, .addressedSourceInDefinition, .reservedInDefinition, .undefinedNeed,
      .cycleOfNeeds, .packageWithoutSource:
      .unreadableManifest
    case .undefined, .unknownPackage, .noReleases, .noVersion, .allExcluded, .noArtifact,
      .machineTooOld,
      .noExecutables, .reservedExecutables, .needsPython, .missingExecutables:
      .notAvailable
    case .wrongSize, .wrongDigest, .unreadableArchive, .registryChanged: .corruptArtifact
    case .unreachable, .stalled, .tooSlow, .cut, .unencrypted, .signedAddress, .redirect, .refused,
      .unreadable,
      .tooLarge, .offline, .noFile, .foreignFile, .irregularFile:
      .unreachable
    case .own(let fault): fault.exitCode
    }
  }
}

/// A package that a bare name might refer to.
package struct PackageCandidate: Hashable, Sendable {
  package let source: String
  package let package: String
  /// The newest version.
  package let version: String
  /// The date of the newest version, or `nil` if it is unknown.
  package let released: String?

  /// Creates a candidate.
  package init(source: String, package: String, version: String, released: String?) {
    self.source = source
    self.package = package
    self.version = version
    self.released = released
  }
}

/// A fault that is specific to one kind of source.
///
/// The source itself provides the text of the message, so adding a source requires no change in
/// other modules.
package struct SourceFault: Hashable, Sendable {
  /// A line of detail below the headline.
  package enum Line: Hashable, Sendable {
    /// The origin of the request.
    case requestOrigin
    /// Values after a label, such as `at` or `try`.
    case detail(label: String, [String])
    /// The values that would be valid in place of `word`.
    case supported(insteadOf: String, [String])
  }

  /// The stable name of the fault in JSON, such as `bad-index-line`.
  package let code: String
  /// The first line of the message. `{subject}` stands for the requested tool and its package.
  package let headline: String
  package let lines: [Line]
  package let exitCode: ExitCode
  /// Whether the fault is one of the source itself, which all of its tools share.
  package let isOfSource: Bool

  /// Creates a fault. See ``code`` and ``headline`` for the form of the first two arguments.
  package init(
    _ code: String, _ headline: String, _ lines: [Line], exitCode: ExitCode = .unreachable,
    isOfSource: Bool = false
  ) {
    self.code = code
    self.headline = headline
    self.lines = lines
    self.exitCode = exitCode
    self.isOfSource = isOfSource
  }
}

/// A reason an address cannot be used.
package enum AddressFault: Error, Hashable, Sendable {
  /// The scheme is neither `http` nor `https`.
  case scheme(String)
  /// The address does not have the form `https://host/path`.
  case incomplete
  /// The address of an index has a query or a fragment.
  case query
  /// The address of a file has a query or a fragment, which may not appear in a lock.
  case queryOfFile
  /// libcurl cannot parse the address; the payload is its error message.
  case malformed(String)
  /// The address is not a `file:` address on this machine.
  case notLocal
  /// The address is neither a path nor a `file:` address on this machine.
  case noPath
  /// This file name cannot be part of an address.
  case fileName(String)
}

/// A reason a redirect is not followed.
package enum RedirectFault: Hashable, Sendable {
  /// The redirect leads from HTTPS to HTTP, or to another server without TLS.
  case insecure(to: String)
  /// The chain of redirects is longer than `limit`.
  case tooMany(limit: Int)
  /// The target of the redirect is not a web address.
  case noAddress
}

/// A reason no file of a release serves a platform.
package enum MissingArtifact: Hashable, Sendable {
  /// The release contains only source code, which would have to be built.
  case sourceOnly
  /// The release contains only code that a Python interpreter runs.
  case pythonOnly
  /// The files for the platform require a newer machine, such as `glibc 2.34` where the
  /// platform guarantees `glibc 2.28`.
  case requiresNewerMachine(requires: String, limit: String)
  /// The release has only files for other machines, listed as the source names them.
  case otherMachines([String])
  /// None of the files suits the platform. The list states a reason for each, closest matches
  /// first. Empty if the release has no files.
  case unsuitableFiles([UnsuitableFile])
}

/// A file of a release that does not suit a platform.
package struct UnsuitableFile: Hashable, Sendable {
  package let name: String
  /// The reason, as part of a sentence. The source itself provides the text.
  package let reason: String

  /// Creates a file with the reason why it does not suit.
  package init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// A reason a response of a source cannot be read.
package enum UnreadableResponse: Error, Hashable, Sendable {
  /// The response has no content.
  case empty
  /// The declared content type is wrong. The payload is empty if none is declared.
  case contentType(String)
  /// The response is truncated after this many bytes.
  case truncated(bytes: Int)
  /// The response is a page without links to package files, such as a login page.
  case noFiles
  /// The JSON has an unexpected structure at this byte offset.
  case unexpectedJSON(offset: Int)
  /// The response has this format version, which requires a newer bootstrap.
  case version(String)
}
