/// A reason a source cannot satisfy a request: it lacks the package, a fitting version, or a file.
package enum SourceContentFault: Hashable, Sendable {
  /// No registry defines the tool. `aliased` lists the tools that have the name as an alias,
  /// `known` all tools, and `candidates` the packages of that name in public sources.
  /// `isOfProject` is whether a Toolfile asks for the tool, which the user's own registries never
  /// serve.
  case undefined(
    aliased: [String], known: [String], candidates: [PackageCandidate] = [],
    isOfProject: Bool = false)
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

  /// The exit code of a command that fails with this fault.
  package var exitCode: ExitCode { .notAvailable }
}
