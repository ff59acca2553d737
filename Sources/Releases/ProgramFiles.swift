internal import Diagnostics
package import Filesystem
package import Layout

/// The files of bootstrap itself, in the root or in a folder with the same structure.
package struct ProgramFiles: Sendable {
  private let folder: FilePath

  /// Creates the files of a folder, which need not exist.
  package init(in folder: FilePath) { self.folder = folder }

  /// The paths of the files. The main program is the last, so that it is replaced after what it
  /// starts. An archive for Linux has no `libexec/bootstrap-change`, because its main program
  /// contains that program. Only one for macOS has a library (`scripts/carry-libraries`).
  private static let paths =
    [
      "share/bash-completion/completions/bootstrap",
      "share/fish/vendor_completions.d/bootstrap.fish",
      "share/man/man1/bootstrap.1", "share/zsh/site-functions/_bootstrap",
      "lib/libswiftCompatibilitySpan.dylib", "libexec/bootstrap-shim", "libexec/bootstrap-change",
      mainProgram,
    ]
  private static let mainProgram = "bin/bootstrap"
  /// The files that every release has.
  private static let requiredPaths = ["libexec/bootstrap-shim", mainProgram]

  /// The first file that is missing although every release has it, or `nil` if none is.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  package func firstMissing() throws(FileError) -> String? {
    for path in Self.requiredPaths where try !folder.appending(path).isExecutable() { return path }
    return nil
  }

  /// Runs the main program, and returns the version that it states, or `nil` if it does not run.
  package func version(_ environment: Environment) -> String? {
    let output = try? ChildProcess.output(
      of: folder.appending(Self.mainProgram), arguments: ["--version"], environment: environment,
      limit: 1000)
    guard let output else { return nil }
    let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.count == 2 && words[0] == "bootstrap" ? String(words[1]) : nil
  }

  /// Returns whether both main programs have the same bytes. Returns `false` if one of them cannot
  /// be read.
  package func hasSameProgram(as other: ProgramFiles) -> Bool {
    let limit = 1 << 30
    guard let own = try? folder.appending(Self.mainProgram).contents(limit: limit),
      let others = try? other.folder.appending(Self.mainProgram).contents(limit: limit)
    else { return false }
    return own == others
  }

  /// Copies the files to another folder.
  package func copy(to other: FilePath) throws(FileError) {
    for path in Self.paths {
      let (file, copy) = (folder.appending(path), other.appending(path))
      guard let status = try file.status() else { continue }
      try copy.parentDirectory.makeDirectories()
      try file.copyFile(to: copy, permissions: status.permissions)
    }
  }

  /// Moves the files into the root, in place of those that are there. The replaced files are then
  /// in the root's folder `previous`, unless `keepsPrevious` leaves it as it is.
  ///
  /// Each file is replaced by a rename, so a program that starts meanwhile is either the old or the
  /// new one. After a failure, the old files are back in place.
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - staging: A folder for work in progress, on the file system of the root.
  ///   - keepsPrevious: Whether the version to go back to stays the same.
  package func move(
    into root: Root, staging: FilePath, keepingPrevious keepsPrevious: Bool
  ) throws(FileError) {
    let current = ProgramFiles(in: root.path)
    let old = staging.appending("old")
    try current.copy(to: old)
    try FilePath.synchronizeTrees([staging])
    if !keepsPrevious {
      if try root.previous.linkStatus() != nil {
        try root.previous.rename(to: staging.appending("previous"))
      }
      try old.rename(to: root.previous)
    }
    do throws(FileError) {
      try replaceFiles(of: root.path)
    } catch {
      let copies = ProgramFiles(in: staging.appending("restored"))
      let kept = keepsPrevious ? old : root.previous
      if (try? ProgramFiles(in: kept).copy(to: copies.folder)) != nil {
        try? copies.replaceFiles(of: root.path)
      }
      throw error
    }
    try FilePath.synchronizeTrees([root.path])
  }

  private func replaceFiles(of other: FilePath) throws(FileError) {
    var surplus: [FilePath] = []
    for path in Self.paths {
      let (file, place) = (folder.appending(path), other.appending(path))
      if try file.status() != nil {
        try place.parentDirectory.makeDirectories()
        try file.rename(to: place)
      } else {
        surplus.append(place)
      }
    }
    for file in surplus { try file.removeFile() }
  }
}
