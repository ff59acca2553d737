package import Versions
package import Vocabulary

extension Toolfile {
  /// A program that the machine must have, and that is checked but never installed:
  ///
  /// ```ruby
  /// require_system "git", ">= 2.40"
  /// ```
  package struct SystemRequirement: Hashable, Sendable {
    /// The name of the definition that says how to ask the program for its version.
    package let name: ToolName
    /// The versions that suffice, at the location that states them.
    package let requirement: Located<Requirement>
    /// The platforms to which `on` limits the requirement, or `nil` for all platforms.
    package let platforms: [Platform]?
    /// The location of the statement.
    package let origin: Origin
  }
}
