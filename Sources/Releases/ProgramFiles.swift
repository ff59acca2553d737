internal import Diagnostics
package import Filesystem

/// The files of one release of bootstrap in a folder, with the structure of a release's archive.
package struct ProgramFiles: Sendable {
  let folder: FilePath

  /// Creates the files of a folder, which need not exist.
  package init(in folder: FilePath) { self.folder = folder }

  /// The paths of the files. The main program is the last, so that it is replaced after what it
  /// starts. An archive for Linux has no `libexec/bootstrap-change`, because its main program
  /// contains that program. Only one for macOS has a library (`scripts/carry-libraries`).
  static let paths =
    [
      "share/bash-completion/completions/bootstrap",
      "share/fish/vendor_completions.d/bootstrap.fish",
      "share/man/man1/bootstrap.1", "share/zsh/site-functions/_bootstrap",
      "lib/libswiftCompatibilitySpan.dylib", shimProgram, changeProgram, mainProgram,
    ]
  static let mainProgram = "bin/bootstrap"
  static let changeProgram = "libexec/bootstrap-change"
  package static let shimProgram = "libexec/bootstrap-shim"
  /// The files that every release has.
  private static let requiredPaths = [shimProgram, mainProgram]

  /// The first file that is missing although every release has it, or `nil` if none is.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  package func firstMissing() throws(FileError) -> String? {
    for path in Self.requiredPaths where try !folder.appending(path).isExecutable() { return path }
    return nil
  }

  /// Returns whether the folder has the file at `path`.
  func has(_ path: String) throws(FileError) -> Bool {
    try folder.appending(path).isPresent()
  }

  /// The path of the main program.
  package var mainProgram: FilePath { folder.appending(Self.mainProgram) }

  /// Runs the main program, and returns the version that it states, or `nil` if it does not run.
  package func version(_ environment: Environment) -> String? {
    let output = try? ChildProcess.output(
      of: mainProgram, arguments: ["--version"], environment: environment,
      limit: 1000)
    guard let output else { return nil }
    let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.count == 2 && words[0] == "bootstrap" ? String(words[1]) : nil
  }

  /// Runs a command that changes nothing, but that the program for changes performs, and returns
  /// whether it succeeds. Programs that cannot do this could not be replaced again.
  package func canChange(_ environment: Environment) -> Bool {
    let output = try? ChildProcess.output(
      of: mainProgram, arguments: ["completions", "bash"],
      environment: environment, limit: 1 << 20)
    return output != nil
  }

  /// Runs the program of the shims, and returns whether it reports that there is no root, as it
  /// must.
  package func shimRuns(_ environment: Environment) -> Bool {
    var environment = environment
    environment["BOOTSTRAP_ROOT"] = "/dev/null/root"
    environment["HOME"] = "/dev/null"
    let code = try? ChildProcess.exitCode(
      of: folder.appending(Self.shimProgram), arguments: [], environment: environment,
      limit: 1000)
    return code == 127
  }

  /// Returns whether both main programs have the same bytes. Returns `false` if one of them cannot
  /// be read.
  package func hasSameProgram(as other: ProgramFiles) -> Bool {
    hasEqual(Self.mainProgram, other) ?? false
  }

  /// Returns whether the file at `path` has the same bytes in both folders, or can be read in
  /// neither.
  func hasSame(_ path: String, as other: ProgramFiles) -> Bool {
    hasEqual(path, other) ?? !(canRead(path) || other.canRead(path))
  }

  /// Returns whether the file at `path` has the same bytes in both folders, or `nil` if one of them
  /// cannot be read.
  private func hasEqual(_ path: String, _ other: ProgramFiles) -> Bool? {
    try? folder.appending(path).hasSameContents(as: other.folder.appending(path))
  }

  private func canRead(_ path: String) -> Bool {
    (try? FileDescriptor.open(folder.appending(path), .read)) != nil
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
}
