package import Vocabulary

/// A reason that a command cannot use a file or folder of a project.
package enum FileProblem: Error, Hashable, Sendable {
  /// Neither `directory` nor any folder above it has a Toolfile. `guests` lists the versions that
  /// the nearest files of other version managers request. `passedOver` lists the lines in those
  /// files that were ignored, and `installable` is a tool from these lines that a registry defines,
  /// or `nil`.
  case noManifest(
    directory: String, guests: [GuestRequest] = [], passedOver: [PassedOverPin] = [],
    installable: ToolName? = nil)
  /// The nearest Toolfile above `directory` is the user's own, which a command does not edit from
  /// there. `retry` holds the words of the command line that edits it.
  case ownToolfile(directory: String, toolfile: String, retry: [String])
  /// The user has no Toolfile of their own.
  case noOwnToolfile(toolfile: String)
  /// The user asked to follow the files of other version managers, but nothing in them can be
  /// installed. At least one list is not empty. The values mean the same as in `noManifest`.
  case nothingToFollow(
    guests: [GuestRequest], passedOver: [PassedOverPin], installable: ToolName?)
  /// The user named a Toolfile or a lock by its path, or by that of its folder, but there is none.
  /// `name` is the name of such a file.
  case missing(path: String, name: String)
  /// A manifest or lock exists but cannot be read; `reason` is the system's error message.
  case unreadable(path: String, reason: String)
  /// The file was invalid at first, but valid when it was read again for the error message.
  case changedWhileRead(path: String)
  /// These files belong to other users and are in a folder that everyone can write to, so they are
  /// ignored.
  case foreignFiles([ForeignFile])
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(path: String, EntryKind)
  /// The manifest, lock, or pin file is a symbolic link whose target does not exist.
  case danglingLink(path: String, target: String)
  /// The path is a link that leads out of its repository, so the file is not read or, if
  /// `isWritten` is `true`, not written.
  case linkOutside(path: String, isWritten: Bool)
  /// The file of an attestation root is missing.
  case missingAttestationRoot(path: String, statement: Origin)
  /// The file that an `attestation_root` statement names is not a trusted root, or must not vouch
  /// for the stated issuer.
  case unusableAttestationRoot(path: String, statement: Origin, AttestationFault)
  /// `init` found a manifest.
  case manifestExists(path: String)
  /// With the tools of other files, the Toolfile would be larger than `limit` bytes.
  case importTooLarge(path: String, toolCount: Int, limit: Int)
  /// A manifest changed while it was being edited, so it was not written.
  case manifestChanged(path: String)
  /// The output folder already exists.
  case folderExists(path: String)

  /// The exit code for this problem.
  package var exitCode: ExitCode {
    switch self {
    case .noManifest, .ownToolfile, .noOwnToolfile, .nothingToFollow, .missing:
      .noManifest
    case .foreignFiles:
      .notTrusted
    case .manifestExists, .folderExists, .importTooLarge, .linkOutside(_, isWritten: true):
      .cannotWrite
    case .manifestChanged:
      .locked
    case .unreadable, .changedWhileRead, .notAFile, .danglingLink,
      .missingAttestationRoot, .unusableAttestationRoot,
      .linkOutside(_, isWritten: false):
      .unreadableManifest
    }
  }
}
