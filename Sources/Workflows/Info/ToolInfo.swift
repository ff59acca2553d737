package import Diagnostics
package import Filesystem
package import Manifests
package import ToolSources
package import Vocabulary

/// What a tool is in a folder.
package struct ToolInfo: Sendable {
  /// What states where a tool comes from.
  package enum Definer: Hashable, Sendable {
    /// The Toolfile names the source.
    case toolfile
    /// A definition in a registry, with the registry's name as a lock states it.
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
    package var yanked: String?
  }

  /// An installed version.
  package struct Installation: Hashable, Sendable {
    package let version: String
    package let folder: FilePath
    /// The size of all files in bytes, or `nil` if it is not recorded.
    package let size: Int?
    /// The folders of the projects that use the version, sorted.
    package let projects: [FilePath]
  }

  /// A version that the source has.
  package struct Release: Hashable, Sendable {
    package let version: String
    /// The time of the release, or `nil` if it is unknown.
    package let released: ReleaseTime?
  }

  /// What an install would put here.
  package struct Offer: Hashable, Sendable {
    package let version: String
    package let platform: Platform
    package var file: OfferedFile
  }

  package let tool: ToolName
  package let definer: Definer
  /// The statement, definition, or stanza that says where the tool comes from.
  package let origin: Origin
  /// The name of the source.
  package let source: String
  /// The name of the package in the source.
  package let package: String
  /// The definition, or `nil` if there is none.
  package let definition: Definition?
  /// The executables of the locked version, or those that the Toolfile or the definition lists.
  /// Empty if only the artifact lists them.
  package let executables: [ExecutableName]
  /// The locked version, or `nil` if the tool is not in the lock.
  package var locked: Choice?
  /// Who published the locked files, as the lock states it, or `nil` if it does not.
  package let publisher: String?
  /// The pin that is in effect here instead of the lock, or `nil` if there is none.
  package var pin: Choice?
  /// The installations, newest version first, whether or not this folder uses them.
  package let installations: [Installation]
  /// The newest versions of the source, or `nil` if it did not answer.
  package var newest: [Release]?
  /// The platforms to which the project limits the tool, or `nil` if it wants the tool for this
  /// one.
  package let otherPlatforms: [Platform]?
  /// Whether the project's own list of platforms contains this machine's. If not, that is an error
  /// for each of its tools.
  package let isCovered: Bool
  /// What an install would put here, or `nil` if that is unknown, or if nothing suits.
  package var offer: Offer?
  /// The reason why ``newest`` or ``offer`` is missing, or `nil` if neither is, or if `--offline`
  /// is the reason.
  package var problem: Problem?
}
