package import Vocabulary

/// The choice of a release's file for a platform.
package enum AssetChoice: Hashable, Sendable {
  /// The file to install, and its format.
  case chosen(String, ArtifactFormat)
  /// The only file for the platform has a format that bootstrap cannot unpack, such as `dmg`.
  case unsupported(String, format: String)
  /// No file is for the platform. The list has a reason for each file.
  case none([RejectedAsset])
}

/// A file of a release that is not chosen.
package struct RejectedAsset: Hashable, Sendable {
  package let name: String
  package let reason: AssetRejection
}

/// A reason why a release's file is not chosen for a platform.
package enum AssetRejection: Hashable, Sendable {
  /// The file is for another operating system.
  case otherSystem
  /// The file is for another processor architecture, which includes x64 where only Rosetta could
  /// run it.
  case otherArchitecture
  /// The file requires another C library.
  case otherLibrary
  /// The file belongs to another tool of the release.
  case otherTool
  /// The file is a package for another program, such as `deb`.
  case package(String)
  /// The file has an ending that bootstrap does not know.
  case unknownFormat(String)
  /// The file is a signature, certificate, or attestation.
  case signature
  /// The file contains digests of other files.
  case checksums
  /// The file lists components for audits, in SPDX or CycloneDX.
  case billOfMaterials
  /// The file contains source code.
  case source
  /// The file contains debug symbols, or a program with them.
  case symbols
  /// The file contains manuals, licenses, completions, or other texts.
  case document
  /// The file contains data for updaters or other programs.
  case metadata
  /// The file is a script that installs the tool.
  case installer
  /// The file's name does not match the pattern.
  case unmatched
}
