package import Vocabulary

/// What a tool is in a folder.
package struct ToolInfo: Sendable {
  /// The place that specifies where a tool comes from.
  package enum Definer: Hashable, Sendable {
    /// The Toolfile, which names the source.
    case toolfile
    /// A definition in the Toolfile.
    case toolfileDefinition
    /// A definition in the registry that ships with bootstrap.
    case shippedRegistry
    /// A definition in another registry, with the name that a lock uses for the registry.
    case registry(String)
    /// Another tool of the lock, which needs this one.
    case lock
  }

  /// A version, and what pins or locks it.
  package struct Choice: Hashable, Sendable {
    package let version: String
    /// The place of the stanza or pin, or `nil` if it is unknown.
    package var origin: Origin?
    /// The reason why the source has yanked the version, or `nil` if it has not or did not answer.
    /// Empty if the publisher stated none.
    package var yanked: String?

    /// Creates a choice. Only the source knows whether the version is yanked.
    package init(version: String, origin: Origin?) {
      self.version = version
      self.origin = origin
    }
  }

  /// An installed version. Folders are absolute paths.
  package struct Installation: Hashable, Sendable {
    package let version: String
    package let folder: String
    /// The size of all files in bytes, or `nil` if it is not recorded.
    package let size: Int?
    /// The folders of the projects that use the version, sorted.
    package let projects: [String]

    /// Creates an installed version.
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

    /// Creates a version of the source.
    package init(version: String, released: ReleaseTime?) {
      self.version = version
      self.released = released
    }
  }

  /// What an install would put here.
  package struct Offer: Hashable, Sendable {
    package let version: String
    package let platform: Platform
    package var file: OfferedFile
    /// The steps that build the tool from the file, or empty if it is prebuilt.
    package let steps: [String]

    /// Creates an offer.
    package init(version: String, platform: Platform, file: OfferedFile, steps: [String]) {
      self.version = version
      self.steps = steps
      self.platform = platform
      self.file = file
    }
  }

  /// A summary of the gems that a locked tool needs.
  package struct GemSummary: Hashable, Sendable {
    package let count: Int
    /// The names of the gems whose installation compiles code, sorted.
    package let extensions: [String]
    /// The tool that runs them, such as `ruby 3.4.1` or `ruby from the system`.
    package let runtime: String
    /// The combined requirement of the tool and its gems for the tool that runs them. Empty if
    /// there is none.
    package let requirement: String

    /// Creates a summary of gems.
    package init(count: Int, extensions: [String], runtime: String, requirement: String) {
      self.count = count
      self.extensions = extensions
      self.runtime = runtime
      self.requirement = requirement
    }
  }

  package let tool: ToolName
  package let definer: Definer
  /// The statement, definition, or stanza that says where the tool comes from.
  package let origin: Origin
  /// The name of the source.
  package let source: String
  /// The name of the package in the source.
  package let package: String
  /// What the tool is for, or `nil` if no definition says so.
  package var summary: String?
  /// The home page of the tool, or `nil` if no definition states one.
  package var home: String?
  /// The other names that the definition gives the tool.
  package var aliases: [String] = []
  /// The executables of the locked version, or the executables that the Toolfile or the definition
  /// lists. Empty if only the artifact lists them.
  package var executables: [ExecutableName] = []
  /// The locked version, or `nil` if the tool is not in the lock.
  package var locked: Choice?
  /// The gems of the locked version, or `nil` if the tool is not a gem or not locked.
  package var gems: GemSummary?
  /// The publisher of the locked files according to the lock, or `nil` if the lock does not name
  /// one.
  package var publisher: KnownPublisher?
  /// The pin that is in effect here instead of the lock, or `nil` if there is none.
  package var pin: Choice?
  /// All installations, including those that this folder does not use, newest version first.
  package var installations: [Installation] = []
  /// The newest versions of the source, or `nil` if it did not answer.
  package var newest: [Release]?
  /// The platforms to which the project limits the tool, or `nil` if it wants the tool for this
  /// one.
  package var otherPlatforms: [Platform]?
  /// Whether the project's own list of platforms contains this machine's. If not, that is an error
  /// for each of its tools.
  package var isCovered = true
  /// What an install would put here, or `nil` if that is unknown, or if nothing suits.
  package var offer: Offer?
  /// The reason why ``newest`` or ``offer`` is missing, or `nil` if neither is, or if `--offline`
  /// is the reason.
  package var problem: Problem?

  /// Creates the facts about a tool that are known before anything is looked up.
  package init(
    _ tool: ToolName, definedBy definer: Definer, at origin: Origin, source: String,
    package: String
  ) {
    self.tool = tool
    self.definer = definer
    self.origin = origin
    self.source = source
    self.package = package
  }
}
