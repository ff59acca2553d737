package import Versions
internal import Vocabulary
internal import YAML

/// A gem's own description of itself: the decompressed member `metadata.gz`.
///
/// It is parsed as plain YAML, so no code of the gem runs.
package struct GemMetadata: Hashable, Sendable {
  package let name: GemName

  /// The version, valid in ``VersionScheme/rubygems``.
  package let version: String

  package let platform: GemPlatform

  /// The names of the executables, which are files in ``bindir``.
  package let executables: [String]

  /// The folder of the executables in the gem: usually `bin` or `exe`.
  package let bindir: String

  /// The folders from which the gem is loaded: usually only `lib`.
  package let requirePaths: [String]

  /// The files that build native extensions: `ext/json/extconf.rb`. Installing a gem with
  /// extensions runs code.
  package let extensions: [String]

  /// The versions of Ruby that the gem accepts.
  package let ruby: Requirement

  /// The versions of RubyGems that the gem accepts.
  package let rubygems: Requirement

  /// The runtime dependencies, without development dependencies.
  package let dependencies: [GemDependency]

  /// Parses the metadata.
  ///
  /// - Throws: ``GemMetadataError`` if the text is not the metadata of a gem.
  package init(parsing yaml: [UInt8]) throws(GemMetadataError) {
    let fields: GemFields
    do throws(YAMLError) {
      fields = GemFields(root: try YAMLDocument(parsing: yaml, limits: RubyTag.limits).root)
    } catch {
      if case .tag(let tag, let line) = error { throw .tag(tag, line: line) }
      throw .syntax(error)
    }
    guard let name = fields.root["name"]?.text.flatMap({ GemName($0) }) else {
      throw .field("name")
    }
    self.name = name
    try fields.checkFormat()
    version = try fields.version
    platform = try fields.platform
    executables = try fields.executables
    bindir = try fields.bindir
    requirePaths = try fields.paths("require_paths")
    extensions = try fields.paths("extensions")
    ruby = try fields.requirement("required_ruby_version")
    rubygems = try fields.requirement("required_rubygems_version")
    dependencies = try fields.dependencies
  }

  /// Whether installing the gem runs code.
  package var hasExtensions: Bool { !extensions.isEmpty }
}
