internal import CShim

extension Environment {
  /// Whether `CI` is set to a value other than `false`, `0`, and the empty string.
  package var isContinuousIntegration: Bool {
    guard let value = nonEmpty("CI") else { return false }
    return value != "false" && value != "0"
  }

  /// Returns whether a manifest, lock, or pin file at `path` is read if it exists. One that is
  /// ``FilePath/isForeign`` is read only in continuous integration, where a project is often
  /// checked out by one user and built by another.
  package func reads(_ path: FilePath) -> Bool { isContinuousIntegration || !path.isForeign }

  /// Returns whether a file at `path` is read whose ``FilePath/linkStatus()`` is known already. For
  /// a file of the user, this makes no system calls.
  package func reads(_ path: FilePath, _ status: FileStatus) -> Bool {
    status.isTrustedFile || reads(path)
  }
}

extension FileStatus {
  /// Whether this describes a regular file, rather than a link, that the user or root owns. Such a
  /// file is never ``FilePath/isForeign``.
  package var isTrustedFile: Bool { kind == .file && (owner == 0 || owner == FilePath.user) }
}

extension FilePath {
  /// The id of the user whose rights this process has.
  package static var user: UInt32 { shim_user() }

  /// Whether this file, or the link that leads to it, belongs neither to the user nor to root, and
  /// everybody can write to its folder or to one above it.
  ///
  /// In such a folder, as `/tmp` is one, anybody could put files that choose what others run. This
  /// is the rule behind git's `safe.directory`.
  package var isForeign: Bool {
    unsafe withCString { unsafe shim_is_foreign(Int32(shim_here), $0) }
  }
}
