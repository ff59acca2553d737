internal import Filesystem

/// What a step of a build may use.
struct StepSandbox: Sendable {
  /// The folders of programs: those of the system and, on macOS, of Homebrew.
  static let searchPath: String = {
    #if canImport(Darwin)
      "/usr/bin:/bin:/usr/sbin:/sbin:/opt/homebrew/bin:/usr/local/bin"
    #else
      "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    #endif
  }()

  /// The folders of the system that every step may read: programs, libraries, headers, and what the
  /// kernel says about the machine. Those of NixOS and Guix contain the whole system.
  private static let systemFolders: [FilePath] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store",
    "/gnu/store", "/proc", "/sys",
  ]

  private let folders: SourceBuild.Folders
  private let launcher: FilePath

  init(_ folders: SourceBuild.Folders, launcher: FilePath) {
    self.folders = folders
    self.launcher = launcher
  }

  /// The folders that a step may write.
  private var writable: [FilePath] { [folders.source, folders.destination, folders.work] }

  #if canImport(Darwin)
    /// Starts a step under `sandbox-exec`. Written by its documentation, but never run.
    ///
    /// - Throws: ``FileError`` if the program cannot be started.
    func start(_ step: String, _ environment: Environment) throws(FileError) -> StartedProcess {
      let allowed = writable.map { "(subpath \"\($0.string)\")" }.joined(separator: " ")
      let profile = """
        (version 1)
        (allow default)
        (deny network*)
        (deny signal (target others))
        (deny file-write*)
        (allow file-write* \(allowed) (literal "/dev/null") (literal "/dev/zero"))
        (deny file-read-data (subpath "/Users") (subpath "/private/var/root"))
        (allow file-read-data \(allowed))
        """
      let line = "cd \"$source\" && exec /bin/sh -c \"$0\""
      return try StartedProcess(
        "/usr/bin/sandbox-exec",
        arguments: ["sandbox-exec", "-p", profile, "/bin/sh", "-c", line, step]
          .map { Array($0.utf8) }, environment: environment)
    }
  #else
    /// Starts a step with the launcher.
    ///
    /// - Throws: ``FileError`` if the program cannot be started.
    func start(_ step: String, _ environment: Environment) throws(FileError) -> StartedProcess {
      try StartedProcess(
        launcher,
        arguments: StepLauncher.arguments(
          launcher, readable: Self.systemFolders + Self.settings(), writable: writable,
          in: folders.source, step), environment: environment)
    }

    /// The entries of `/etc` that everybody may read. What only the superuser may read stays closed
    /// even if the superuser builds. So do the settings of SSH, among which are keys.
    private static func settings() throws(FileError) -> [FilePath] {
      let folder = FilePath("/etc")
      return try Directory.open(folder).entries().map(folder.appending).filter { entry in
        guard let status = (try? entry.status()) ?? nil else { return false }
        return status.permissions & 0o004 != 0 && entry.lastComponent != "ssh"
      }
    }
  #endif
}
