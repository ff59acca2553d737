package import Vocabulary

/// A reason a source cannot satisfy a request: the package, a suitable version, or a file is
/// missing.
package enum SourceContentFault: Hashable, Sendable {
  /// No registry defines the tool. `aliased` lists the tools that have the name as an alias,
  /// `known` all tools, and `candidates` the packages of that name in public sources.
  /// `isOfProject` tells whether a Toolfile asks for the tool. The user's own registries do not
  /// apply to a Toolfile. `provider` is the tool with a program of that name, or `nil`.
  case undefined(
    aliased: [ToolName], known: [ToolName], candidates: [PackageCandidate] = [],
    isOfProject: Bool = false, provider: ToolName? = nil)
  /// The package does not exist. `known` lists all packages if the source can list them.
  /// Otherwise, `address` is where the package was expected.
  case unknownPackage(known: [String], address: String? = nil)
  /// The package exists but has no releases.
  case noReleases
  /// The repository has releases, but none of their tags is a version. `tags` are the newest ones.
  /// `pattern` is a value for the option `tag` that finds versions in some of them, or `nil` if
  /// none is known. `hasOption` is whether the option is already given.
  case noVersionTags([String], pattern: String?, hasOption: Bool)
  /// No release satisfies the requirement. `existing` lists the newest release and those nearest
  /// to the requirement, newest first. `others` is the number of releases that are not listed.
  /// `oldest` is the oldest version that the tool's definition offers, if the requirement names an
  /// older one, and `until` is the first version that it no longer offers, if the requirement
  /// admits only that version and later ones.
  case noVersion(
    wanted: String, existing: [String], others: Int = 0, oldest: OfferLimit? = nil,
    until: OfferLimit? = nil)
  /// Every release that satisfies the requirement is excluded. The list contains the newest release
  /// for each kind of reason.
  case allExcluded(wanted: String, [ExcludedVersion])
  /// The version, or every version if `version` is empty, has no artifact for the platform.
  /// `served` lists the wanted platforms for which it has one, and is empty if there are none or
  /// they are unknown.
  case noArtifact(
    version: String, platform: Platform, MissingArtifact, served: [Platform] = [])
  /// The artifact requires a newer system: for example, `glibc 2.34` where this machine has
  /// `glibc 2.28`.
  case machineTooOld(version: VersionText, requires: String, has: String)
  /// The artifact contains no executables.
  case noExecutables(version: String, file: String)
  /// The version provides only executables with reserved names, which the Toolfile must list.
  case reservedExecutables(version: String, names: [String])
  /// All executables of the artifact are scripts that require Python.
  case needsPython(version: String, scripts: [String])
  /// The artifact lacks executables, or paths of executables, that the manifest names. `found`
  /// lists the executables that it has.
  case missingExecutables(version: String, names: [String], found: [String])

  /// The exit code of a command that fails with this fault.
  package var exitCode: ExitCode { .notAvailable }
}
