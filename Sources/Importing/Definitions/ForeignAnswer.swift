internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions

/// What a Toolfile can have for a tool of another manifest.
enum ForeignAnswer {
  /// The tool of a definition, with remarks on its version, and the requirements that the manifest
  /// states as alternatives to the tool's.
  case defined(NewTool, [ImportRemark.Reason], alternatives: [Requirement])
  /// A repository on GitHub that no registry knows. The tool needs a name.
  case package(RepositoryName, TranslatedVersion)
  case leftOut(ImportRemark.Reason)
}
