/// The part of a repository's releases that a manifest selects.
package struct ReleaseSelection: Hashable, Sendable {
  /// The program in the files of a release, or `nil` if it is the one with the name of the tool.
  package var program: String?
  /// The name that the manifest gives to the program instead, or `nil` if it keeps its own.
  package var newName: String?
  /// What precedes the version in a tag, or `nil` if the manifest does not state it.
  package var tagPrefix: String?

  /// Selects nothing in particular.
  package init() {}
}
