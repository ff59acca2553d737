internal import Diagnostics
internal import Manifests
internal import SourceKinds

/// What a Toolfile can have for a tool of another manifest.
enum ForeignAnswer {
  /// The tool of a definition, with remarks on its version.
  case defined(NewTool, [ImportRemark.Reason])
  /// A repository on GitHub that no registry knows. The tool needs a name.
  case package(RepositoryName, TranslatedVersion)
  case leftOut(ImportRemark.Reason)
}
