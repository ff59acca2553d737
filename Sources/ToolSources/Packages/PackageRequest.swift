internal import Diagnostics
package import Manifests
internal import SourceKinds
package import Versions
package import Vocabulary

/// A validated request for a package.
package struct PackageRequest: Hashable, Sendable {
  package let tool: ToolName
  /// The package name in the source's normal form.
  package private(set) var package: String
  /// The name of the source.
  package let source: String
  /// The rules for the versions.
  package let scheme: VersionScheme
  /// The address of the source in the manifest, without credentials, or `nil` for the usual one.
  package let address: String?
  package var origin: Origin
  /// The tool's `declares` line in the lock.
  package let declared: LockedDeclaration
  /// The platforms to which the manifest or the definition limits the tool, or `nil` for those that
  /// the source has.
  package let platforms: [Platform]?
  /// The oldest version that the definition offers, or `nil` for the oldest of the source.
  package var oldest: OfferLimit? { definition?.oldest }
  /// The first version that the definition no longer offers, or `nil` if it offers all newer ones.
  package var until: OfferLimit? { definition?.until }
  /// The versions that the definition offers.
  package var offered: VersionSet { definition?.offered ?? .all }
  /// The definition that states the source, or `nil` if the manifest does.
  private let definition: AppliedDefinition?
  /// The options that only this kind of source defines. Their keys and forms are valid.
  private let options: [Toolfile.Option]
  /// The cutoff of the tool's cooldown, or `nil` if there is none. Of several files that serve a
  /// platform, those that the cutoff admits are preferred.
  package var cutoff: PublicationCutoff?
  /// The version in the previous lock, or `nil` if the lock does not contain the tool. Its spelling
  /// is preferred to others of the same version. Its files, if the new lock may keep them, are
  /// preferred to others for the same platform, and the cooldown does not apply to them.
  package var previous: PreviousVersion?
  /// Whether the update counts its steps from the previous version. If so, the source must list
  /// every version from that one on, even if the update replaces it.
  package var countsFromPrevious = false
  /// The requirements in the project's files. A source may stop its search for releases when one
  /// satisfies all of them.
  package var requirements: [Requirement] = []
  /// The requirements in the definitions of other tools, which may or may not apply. A source that
  /// stops its search early must have found a release for each of them.
  package var possibleRequirements: [Requirement] = []
  /// The platforms that the project needs the tool on, in the order of ``Platform``.
  package var targets: [Platform] = []
  /// The version of the tool that runs the packages of the source, or `nil` if it is not known yet.
  package var ruby: Version?

  /// Returns the request for a package that is a part of this one's graph.
  package func request(forPart name: String) -> PackageRequest {
    var request = self
    request.package = name
    request.requirements = []
    request.possibleRequirements = []
    request.previous = nil
    return request
  }

  /// The previous version if the source must list it, otherwise `nil`.
  package var soughtVersion: Version? {
    previous.flatMap { $0.mayStay || countsFromPrevious ? $0.version : nil }
  }
  /// The exact versions that requirements name. They serve as the list of versions if a source has
  /// none.
  package var exactVersions: [String] {
    (requirements + possibleRequirements).filter(\.isExact).flatMap(\.clauses).map(\.version)
  }

  /// Creates a request for a valid declaration. `package` must be in the normal form of the source.
  init(_ tool: DeclaredTool, package: String, from kind: any SourceKind.Type) {
    self.tool = tool.name
    self.package = package
    source = kind.name
    scheme = tool.definition?.scheme ?? kind.scheme
    declared = tool.declared
    address = declared[LockedDeclaration.addressKey]
    platforms = tool.definition?.platforms ?? tool.platforms
    definition = tool.definition
    options = tool.options
    origin = tool.origin
  }

  /// Returns the value of an option that applies to every version, or `nil` if neither the manifest
  /// nor the definition states it.
  package func option(_ key: String) -> Toolfile.Value? {
    options.last { $0.key == key && $0.condition.isAlways }?.value
  }

  /// Returns the value of an option for `version`, or `nil` if neither the manifest nor the
  /// definition states it.
  package func option(_ key: String, for version: Version) -> Toolfile.Value? {
    options.value(of: key, for: version)
  }

  /// Returns the lines of an option. The last one that applies to a version states its value.
  package func options(_ key: String) -> [Toolfile.Option] { options.filter { $0.key == key } }

  /// Returns what the definition resolves to for `version`, or `nil` if the manifest states the
  /// source.
  package func definition(for version: Version) -> LockedDefinition? {
    definition?.locked(for: version)
  }

  /// Returns the tools that `version` needs according to the definition.
  package func needs(of version: Version) -> [Located<ToolNeed>] {
    definition?.needs(of: version) ?? []
  }

  /// Returns the declaration that is in effect for `version`, as a lock records it.
  package func declaration(for version: Version) -> LockedDeclaration {
    definition(for: version)?.completing(declared) ?? declared
  }

  /// Returns the requested executables of `version`.
  package func executables(for version: Version) -> ExecutableSelection {
    ExecutableSelection(declaration(for: version))
  }
}
