package import Versions
package import Vocabulary

/// What the bare name of a tool means: its source, its name there, and the options of the source.
///
/// ```ruby
/// define "ripgrep" do
///   summary "Searches directories for a regular expression"
///   home "https://github.com/BurntSushi/ripgrep"
///   aliases "rg"
///   executables "rg"
///   github "BurntSushi/ripgrep"
/// end
/// ```
///
/// A definition is data in the grammar of the Toolfile. Parsing does not depend on sources: a line
/// whose word is not a ``DefinitionWord`` names a source, or is an option for the source to
/// interpret. A line may apply only to some versions. If several lines with the same word apply to
/// a version, the last one is used.
///
/// A block `otherwise do … end` states another source. It provides the versions that the sources
/// before it do not have on all platforms.
package struct Definition: Hashable, Sendable {
  package let name: ToolName
  /// The location of the statement.
  package let origin: Origin
  /// What the tool does, in one line, or `nil` if the definition does not say.
  package let summary: String?
  /// The address of the project, or `nil` if the definition has none.
  package let home: String?
  /// Other names by which people search for the tool.
  package let aliases: [String]
  /// The platforms for which the tool exists, or `nil` for those that the source has.
  package let platforms: [Platform]?
  /// The executables that the tool provides, with the versions that each line applies to. Empty to
  /// derive them from the artifact.
  package let executables: [Conditional<[Toolfile.Executable]>]
  /// The oldest version that the definition offers, or `nil` for the oldest of the source.
  package let oldest: OfferLimit?
  /// The first version that the definition no longer offers, or `nil` if it offers all newer ones.
  package let until: OfferLimit?
  /// The rules for the versions, or `nil` for those of the source.
  package let scheme: VersionScheme?
  /// The tools that this one needs to run, with the versions of this tool that each line applies
  /// to. If several lines about the same tool apply, the last one is used.
  package let needs: [Conditional<Located<ToolNeed>>]
  /// How to use the tool's own package manager. Empty if the tool has none, or one that installs
  /// nothing into the tool's installation.
  package let packages: [PackageRule]
  /// The command that prints the version of a system program, for `require_system`: the program and
  /// its arguments. Empty if the definition has none.
  package let versionCommand: [String]
  /// What the definition says about the publisher of the tool.
  package let publisher: DefinedPublisher
  /// What the files of other version managers call the tool and its versions.
  package let guests: [GuestRule]
  /// The packages and repositories by which the files of other tools may name the tool.
  package let foreignPackages: [ForeignPackage]
  /// The source.
  package let source: Source
  /// The sources that `otherwise` blocks state, in the order of preference.
  package let alternatives: [Source]
  /// The digest of the statement without comments, layout, ``versionCommand``, and
  /// ``foreignPackages``, which do not affect installations.
  package let digest: SHA256Digest

  /// A source with its options.
  package struct Source: Hashable, Sendable {
    /// The location of the block.
    package let origin: Origin
    /// The lines that name the source, and its options, in the order of the file.
    package internal(set) var options: [Toolfile.Option] = []
    /// What a build needs from the machine. If several lines about the same name apply to a
    /// version, the last one is used.
    package internal(set) var hostNeeds: [Conditional<HostNeed>] = []
    /// The files that a build needs besides its source. If several lines with the same name apply
    /// to a version, the last one is used.
    package internal(set) var parts: [Conditional<BuildPart>] = []

    init(origin: Origin) { self.origin = origin }
  }

  /// All sources, in the order of preference.
  package var sources: [Source] { [source] + alternatives }

  /// Whether the definition consists only of ``versionCommand``, and so defines no tool.
  package var isOfSystem: Bool {
    !versionCommand.isEmpty && sources.allSatisfy { $0.options.isEmpty }
  }

  /// Creates a definition from its parts. See the properties.
  init(
    _ name: ToolName, at origin: Origin, summary: String?, home: String?, aliases: [String],
    platforms: [Platform]?, executables: [Conditional<[Toolfile.Executable]>],
    oldest: OfferLimit?, until: OfferLimit?, scheme: VersionScheme?,
    needs: [Conditional<Located<ToolNeed>>],
    packages: [PackageRule], versionCommand: [String], publisher: DefinedPublisher,
    guests: [GuestRule], foreignPackages: [ForeignPackage], source: Source,
    alternatives: [Source], digest: SHA256Digest
  ) {
    self.name = name
    self.origin = origin
    self.summary = summary
    self.home = home
    self.aliases = aliases
    self.platforms = platforms
    self.executables = executables
    self.oldest = oldest
    self.until = until
    self.scheme = scheme
    self.needs = needs
    self.packages = packages
    self.versionCommand = versionCommand
    self.publisher = publisher
    self.guests = guests
    self.foreignPackages = foreignPackages
    self.source = source
    self.alternatives = alternatives
    self.digest = digest
  }
}

/// A word of a definition that has the same meaning for every source.
package enum DefinitionWord: String, CaseIterable, Sendable {
  case summary, home, aliases, executables, platforms, oldest, before, scheme, needs, packages,
    guests
  case versionCommand = "version_command"
  case needsHost = "needs_host"
  case part, patch
  case knownAs = "known_as"
  case renumberedAs = "renumbered_as"
  case requireProvenance = "require_provenance"
  case publisher, minisign

  /// Whether the word belongs to a source, so that an `otherwise` block may contain it.
  var isOfSource: Bool { [.needsHost, .part, .patch].contains(self) }

  /// Whether the word affects what is installed.
  var affectsInstallations: Bool {
    ![.versionCommand, .knownAs, .renumberedAs].contains(self)
  }
}

/// A value of a definition that applies only to some versions.
package struct Conditional<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let condition: VersionCondition

  /// Creates a value that applies to the versions that `condition` admits.
  package init(_ value: Value, if condition: VersionCondition = .always) {
    self.value = value
    self.condition = condition
  }
}
