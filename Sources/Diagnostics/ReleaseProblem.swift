package import Vocabulary

/// A reason bootstrap cannot update itself.
package enum ReleaseProblem: Error, Hashable, Sendable {
  /// The programs do not know where releases are, or which key signs them. `missing` lists the
  /// settings to set.
  case notConfigured(missing: [String])
  /// The running program is not the one in the root, so something else installed it.
  case foreignProgram(path: String, root: String)
  /// The index of releases, or its signature, is not what was published.
  case index(address: String, IndexFault)
  /// No index has been fetched yet, and `--offline` is set.
  case offline(address: String)
  /// The index has no release of this version. `known` lists its releases, newest first.
  case unknownVersion(String, known: [String])
  /// No release has an archive for this platform, or the wanted version has none. `platforms` are
  /// those that it has.
  case noArchive(version: String?, platform: String, platforms: [String])
  /// The project can be used only with other versions of bootstrap. `wanted` is the version that
  /// does not satisfy the requirement, or `nil` if no release does.
  case excluded(wanted: String?, requirement: String, origin: Origin)
  /// The version is older than the running one. `folder` contains its programs, or is `nil` for a
  /// published release.
  case downgrade(version: String, running: String, folder: String? = nil)
  /// The programs in the archive do not run on this machine.
  case doesNotRun(version: String)
  /// The archive lacks this file of bootstrap.
  case incomplete(version: String, file: String)
  /// The folder has no programs of bootstrap that run. `missing` is a file of bootstrap that it
  /// lacks, or `nil` if they are there, but do not run.
  case notARelease(folder: String, missing: String?)
  /// The folder of the programs to install is that of a release in the root.
  case folderInRoot(String)
  /// The file of a release in this folder does not run.
  case damagedProgram(folder: String, file: String)
  /// The version to go back to is damaged, or a link to it leads nowhere.
  case damagedEarlier(path: String)
  /// Another command has put this version in place of the running one.
  case replacedMeanwhile(version: String)
  /// The link at `path`, which selects the release of bootstrap in use, is missing or broken.
  /// `release` is its former target, or `nil` if several releases are possible.
  case lostRelease(path: String, release: String?)
  /// No earlier version was kept.
  case nothingToRollBack

  /// A reason an index of releases is not used.
  package enum IndexFault: Error, Hashable, Sendable {
    /// No signature is published, or its file does not have the form of one.
    case unsigned, badSignatureFile
    /// The signature was made with another key. The ids are those that minisign prints.
    case otherKey(found: String, expected: String)
    /// The signature does not belong to this text.
    case wrongSignature
    /// The text has another form, such as that for a newer bootstrap. The payload is a line number.
    case unreadable(line: Int)
    case newerFormat
    /// The index is older than one that this root has seen.
    case outdated(serial: Int, seen: Int)
  }

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    // With `--check`, exit code 1 means that a newer version is available.
    case .notConfigured, .folderInRoot: .usage
    case .foreignProgram, .downgrade, .nothingToRollBack, .damagedEarlier, .replacedMeanwhile,
      .lostRelease:
      .failure
    case .offline: .unreachable
    case .index, .incomplete: .corruptArtifact
    case .unknownVersion, .noArchive, .excluded, .doesNotRun, .notARelease, .damagedProgram:
      .notAvailable
    }
  }
}
