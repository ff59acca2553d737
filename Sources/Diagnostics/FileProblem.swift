/// A reason that a command cannot use a file or folder of a project.
package enum FileProblem: Error, Hashable, Sendable {
  /// Neither `directory` nor any folder above it has a Toolfile. `guests` is what the nearest files
  /// of other version managers ask for, `passedOver` contains their lines that ask for nothing, and
  /// `installable` is a tool of these lines that a registry defines, or `nil` if there is none.
  case noManifest(
    directory: String, guests: [GuestRequest] = [], passedOver: [PassedOverPin] = [],
    installable: String? = nil)
  /// The user wants what the files of other version managers pin, but nothing in them can be
  /// installed. At least one of the lists has elements. The values are those of `noManifest`.
  case nothingToFollow(
    guests: [GuestRequest], passedOver: [PassedOverPin], installable: String?)
  /// A manifest or lock exists but cannot be read; `reason` is the system's error message.
  case unreadable(path: String, reason: String)
  /// The file had an error, but no longer had it when it was read again for the error message.
  case changedWhileRead(path: String)
  /// Other users have put these files where everybody can write, so they are not read.
  case foreignFiles([ForeignFile])
  /// The path leads to a folder, a pipe, or a device.
  case notAFile(path: String, EntryKind)
  /// The manifest, lock, or pin file is a symbolic link, and nothing exists at its target.
  case danglingLink(path: String, target: String)
  /// The path is a link out of its repository, so the file is not read, or not written.
  case linkOutside(path: String, isWritten: Bool)
  /// `init` found an existing manifest.
  case manifestExists(path: String)
  /// A manifest changed after it was read to be edited, so it was not written.
  case manifestChanged(path: String)
  /// The folder to write exists.
  case folderExists(path: String)

  /// The exit code of a command that fails with this problem.
  package var exitCode: ExitCode {
    switch self {
    case .noManifest, .nothingToFollow:
      .noManifest
    case .foreignFiles:
      .notTrusted
    case .manifestExists, .folderExists, .linkOutside(_, isWritten: true):
      .cannotWrite
    case .manifestChanged:
      .locked
    case .unreadable, .changedWhileRead, .notAFile, .danglingLink,
      .linkOutside(_, isWritten: false):
      .unreadableManifest
    }
  }
}
