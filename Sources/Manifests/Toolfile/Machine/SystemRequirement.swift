package import Versions
package import Vocabulary

extension Toolfile {
  /// A program that the machine must have. bootstrap checks it, but never installs it:
  ///
  /// ```ruby
  /// require_system "git", ">= 2.40"
  /// ```
  package struct SystemRequirement: Hashable, Sendable {
    /// The name of the definition whose `version_command` prints the program's version.
    package let name: ToolName
    /// The required versions, with the location of the requirement.
    package let requirement: Located<Requirement>
    /// The platforms to which `on` limits the requirement, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
