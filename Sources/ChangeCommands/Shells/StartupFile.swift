internal import Commands
internal import Diagnostics
internal import Filesystem

/// A file that a shell reads when it starts.
struct StartupFile {
  /// The path, which may be a symbolic link, as users like to keep these files elsewhere.
  let path: FilePath
  var text: StartupText
  /// Whether other shells read the file, too.
  let isShared: Bool

  /// The file itself: the end of the link if there is one, even if nothing exists there yet.
  private let destination: FilePath

  /// Reads the file, which may be missing.
  ///
  /// - Throws: ``Problem/system(_:)`` if it cannot be read.
  private init(_ path: FilePath, isShared: Bool = false) throws(Problem) {
    self.path = path
    self.isShared = isShared
    let (bytes, destination) = try mappingFileErrors { () throws(FileError) in
      let bytes = try path.contentsIfPresent(limit: 4_000_000)
      return (bytes, bytes == nil ? try path.followingLinks() : path)
    }
    text = StartupText(bytes)
    self.destination = destination
  }

  /// Returns the files that activate bootstrap for every interactive shell of the user.
  ///
  /// - Throws: ``Problem`` if there is no home folder, or a file cannot be read.
  static func files(of shell: Shell, _ environment: Environment) throws(Problem) -> [StartupFile] {
    guard let home = environment.path("HOME") else { throw .usage(.noStartupFolder) }
    switch shell {
    case .bash:
      // A login shell reads only the first of these, which often reads `.bashrc` in turn.
      let candidates = [".bash_profile", ".bash_login", ".profile"].map { home.appending($0) }
      let login = try mappingFileErrors { () throws(FileError) in
        for candidate in candidates where try candidate.isPresent() { return candidate }
        return candidates[0]
      }
      let files = [
        try StartupFile(home.appending(".bashrc")),
        try StartupFile(login, isShared: login == candidates[2]),
      ]
      return files[1].text.mentions(".bashrc") ? [files[0]] : files
    case .zsh:
      return [try StartupFile((environment.path("ZDOTDIR") ?? home).appending(".zshrc"))]
    case .fish:
      let folder = environment.path("XDG_CONFIG_HOME") ?? home.appending(".config")
      return [try StartupFile(folder.appending("fish/conf.d/bootstrap.fish"))]
    }
  }

  /// Returns the files that may contain a line of an earlier setup.
  ///
  /// - Throws: ``Problem`` if there is no home folder, or a file cannot be read.
  static func filesSetUp(
    for shell: Shell, _ environment: Environment
  ) throws(Problem) -> [StartupFile] {
    guard shell == .bash, let home = environment.path("HOME") else {
      return try files(of: shell, environment)
    }
    var files: [StartupFile] = []
    for name in [".bashrc", ".bash_profile", ".bash_login", ".profile"] {
      files.append(try StartupFile(home.appending(name)))
    }
    return files
  }

  /// Checks that the file can be written. Its folder alone would decide that, because a file is
  /// replaced, but a user who makes a file read-only wants it to stay as it is.
  ///
  /// - Parameter name: The path for messages.
  /// - Throws: ``SystemProblem/readOnlyFile(path:line:)``, or another ``Problem`` if the system
  ///   cannot tell.
  func checkWritable(named name: String, adding line: String?) throws(Problem) {
    do {
      try path.checkIsNotReadOnly()
    } catch {
      throw error.isDenied ? .system(.readOnlyFile(path: name, line: line)) : Problem(error)
    }
  }

  /// Writes the text, or removes the file if the text is that of no file.
  ///
  /// - Throws: ``Problem/system(_:)`` if it cannot be written.
  func write() throws(Problem) {
    let (text, destination) = (text, destination)
    try mappingFileErrors { () throws(FileError) in
      guard let bytes = text.bytes else {
        return try (try destination.exists ? destination.resolvingLinks() : destination)
          .removeFile()
      }
      try destination.parentDirectory.makeDirectories()
      try destination.rewrite(with: bytes)
    }
  }
}

extension FilePath {
  /// Returns the end of the symbolic links at this path, which need not exist.
  fileprivate func followingLinks() throws(FileError) -> FilePath {
    var path = self
    for _ in 0..<40 {
      guard let target = try path.linkTarget() else { break }
      path = path.parentDirectory.resolving(target)
    }
    return path
  }
}
