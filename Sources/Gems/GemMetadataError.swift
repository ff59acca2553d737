package import YAML

/// The reason why the metadata of a gem cannot be used.
package enum GemMetadataError: Error, Sendable, Hashable {
  /// The text is not YAML.
  case syntax(YAMLError)
  /// A field has an unexpected form, or is missing: `version`, `dependencies`.
  case field(String)
  /// A field names a file outside the gem.
  case unsafePath(field: String)
}
