/// A package and its source, as the definition of a tool names them.
package struct DefinedPackage: Hashable, Sendable {
  /// The name of the source, such as `github`.
  package let source: String
  /// The name of the package in the source, such as `astral-sh/ruff`.
  package let package: String

  /// Creates a package from its source and name.
  package init(source: String, package: String) {
    self.source = source
    self.package = package
  }
}
