package import Versions

/// A gem that another gem needs at run time.
package struct GemDependency: Hashable, Sendable {
  package let name: GemName

  /// The accepted versions, under the rules of ``VersionScheme/rubygems``.
  package let requirement: Requirement

  /// Creates a dependency.
  package init(name: GemName, requirement: Requirement) {
    self.name = name
    self.requirement = requirement
  }
}
