package import YAML

/// The reason a gem's metadata cannot be used.
package enum GemMetadataError: Error, Sendable, Hashable {
  /// The text is not YAML.
  case syntax(YAMLError)
  /// A value has a tag that RubyGems does not accept.
  case tag(String, line: Int)
  /// A field, such as `version`, is missing or has an unexpected form.
  case field(String)
  /// A field names a file outside the gem.
  case unsafePath(field: String)
}
