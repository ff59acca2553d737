package import Vocabulary

/// What a tool is in a folder, as messages show it.
package struct ToolFacts: Hashable, Sendable {
  /// What states where a tool comes from.
  package enum Definer: Hashable, Sendable {
    /// The Toolfile, which names the source or defines the tool.
    case toolfile
    /// The registry that ships with the program.
    case shippedRegistry
    /// Another registry, with its name as a lock states it.
    case registry(String)
    /// Another tool of the lock, which needs this one.
    case lock
  }

  /// A version, and what pins or locks it.
  package struct Choice: Hashable, Sendable {
    package let version: String
    /// The place of the stanza or pin, or `nil` if it is unknown.
    package let origin: Origin?
    /// The reason why the source has yanked the version, or `nil` if it has not or did not answer.
    /// Empty if the publisher stated none.
    package let yanked: String?

    /// Describes a version.
    package init(version: String, origin: Origin?, yanked: String?) {
      self.version = version
      self.origin = origin
      self.yanked = yanked
    }
  }

  /// An installed version. Folders are paths as messages show them.
  package struct Installation: Hashable, Sendable {
    package let version: String
    package let folder: String
    /// The size of all files in bytes, or `nil` if it is not recorded.
    package let size: Int?
    /// The folders of the projects that use the version, sorted.
    package let projects: [String]

    /// Describes an installed version.
    package init(version: String, folder: String, size: Int?, projects: [String]) {
      self.version = version
      self.folder = folder
      self.size = size
      self.projects = projects
    }
  }

  /// A version that the source has.
  package struct Release: Hashable, Sendable {
    package let version: String
    /// The time of the release, or `nil` if it is unknown.
    package let released: ReleaseTime?

    /// Describes a version of the source.
    package init(version: String, released: ReleaseTime?) {
      self.version = version
      self.released = released
    }
  }

  /// The file that an install would put here.
  package struct Offer: Hashable, Sendable {
    /// Where the digest of the file comes from.
    package enum DigestSource: Hashable, Sendable {
      /// The source states the digest.
      case source
      /// A file of the release lists the digest. The value is its name.
      case list(String)
      /// The first download, because nobody states the digest.
      case firstDownload
    }

    package let version: String
    package let platform: Platform
    package let fileName: String
    /// The size in bytes, or `nil` if the source does not state it.
    package let size: Int?
    /// The digest, or `nil` if it is not known without a request.
    package let digest: SHA256Digest?
    package let digestSource: DigestSource

    /// Describes a file.
    package init(
      version: String, platform: Platform, fileName: String, size: Int?, digest: SHA256Digest?,
      digestSource: DigestSource
    ) {
      self.version = version
      self.platform = platform
      self.fileName = fileName
      self.size = size
      self.digest = digest
      self.digestSource = digestSource
    }
  }

  package let tool: ToolName
  /// What the definition says the tool is for, or `nil` if it says nothing.
  package let summary: String?
  /// The home page of the tool, or `nil` if the definition states none.
  package let home: String?
  package let aliases: [String]
  /// The name of the source.
  package let source: String
  /// The name of the package in the source.
  package let package: String
  package let definer: Definer
  /// The statement, definition, or stanza that says where the tool comes from.
  package let origin: Origin
  /// The executables, as far as they are known.
  package let executables: [String]
  /// The locked version, or `nil` if the tool is not in the lock.
  package let locked: Choice?
  /// Who published the locked files, as the lock states it, or `nil` if it does not.
  package let publisher: String?
  /// The pin that is in effect here instead of the lock, or `nil` if there is none.
  package let pin: Choice?
  /// The installations, newest version first.
  package let installations: [Installation]
  /// The newest versions of the source. Empty if it did not answer.
  package let newest: [Release]
  /// The platforms to which the project limits the tool, or `nil` if it wants the tool for this
  /// one.
  package let otherPlatforms: [Platform]?
  /// Whether the project's own list of platforms contains this machine's.
  package let isCovered: Bool
  /// What an install would put here, or `nil` if that is unknown, or if nothing suits.
  package let offer: Offer?

  /// Describes a tool.
  package init(
    _ tool: ToolName, summary: String?, home: String?, aliases: [String], source: String,
    package: String, definer: Definer, origin: Origin, executables: [String], locked: Choice?,
    publisher: String?, pin: Choice?, installations: [Installation], newest: [Release],
    otherPlatforms: [Platform]?, isCovered: Bool, offer: Offer?
  ) {
    self.tool = tool
    self.summary = summary
    self.home = home
    self.aliases = aliases
    self.source = source
    self.package = package
    self.definer = definer
    self.origin = origin
    self.executables = executables
    self.locked = locked
    self.publisher = publisher
    self.pin = pin
    self.installations = installations
    self.newest = newest
    self.otherPlatforms = otherPlatforms
    self.isCovered = isCovered
    self.offer = offer
  }
}
