internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions

/// What a Toolfile can have for a tool of another manifest.
enum ForeignAnswer {
  /// The tool of a definition, with remarks on its version, and the requirements that the manifest
  /// states as alternatives to the tool's.
  case defined(NewTool, [ImportRemark.Reason], alternatives: [Requirement])
  /// A tool that no registry defines, from a package that a Toolfile can name.
  case package(PackagedTool)
  /// The tool of a definition that offers none of these versions.
  case unavailable(NewTool, ImportRemark.Reason)
  case leftOut(ImportRemark.Reason)
}
