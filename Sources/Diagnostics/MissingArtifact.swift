/// A reason a release has no file for a platform.
package enum MissingArtifact: Hashable, Sendable {
  /// The release contains only source code, which would have to be built.
  case sourceOnly
  /// The release contains only code that a Python interpreter runs.
  case pythonOnly
  /// The files for the platform require a newer system: for example, `glibc 2.34` where the
  /// platform guarantees `glibc 2.28`.
  case requiresNewerMachine(requires: String, limit: String)
  /// The release has only files for other machines, listed as the source names them.
  case otherMachines([String])
  /// No file suits the platform. The list contains each file with the reason, closest matches
  /// first. It is empty if the release has no files.
  case unsuitableFiles([UnsuitableFile])
}

/// A file of a release that does not suit a platform.
package struct UnsuitableFile: Hashable, Sendable {
  package let name: String
  /// The reason, as part of a sentence that the source provides.
  package let reason: String

  /// Creates a file with the reason why it does not suit.
  package init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }
}
