internal import Filesystem

/// The sandbox of a build: the files that its steps may use.
struct StepSandbox: Sendable {
  /// The value of `PATH`: the system's folders and, on macOS, Homebrew's folders.
  static let searchPath: String = {
    #if canImport(Darwin)
      "/usr/bin:/bin:/usr/sbin:/sbin:/opt/homebrew/bin:/usr/local/bin"
    #else
      "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
    #endif
  }()

  /// The folders that steps may read: programs, libraries, headers, and facts about the machine. On
  /// NixOS and Guix, two of them contain the whole system.
  private static let systemFolders: [FilePath] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store",
    "/gnu/store", "/proc", "/sys",
  ]

  private let folders: SourceBuild.Folders
  /// The installations and other programs that steps may read and run.
  private let tools: [FilePath]
  private let launcher: FilePath

  init(_ folders: SourceBuild.Folders, tools: [FilePath], launcher: FilePath) {
    self.folders = folders
    self.tools = tools
    self.launcher = launcher
  }

  /// The folders that steps may change.
  private var writable: [FilePath] {
    [folders.source, folders.parts, folders.destination, folders.scratch]
  }

  #if canImport(Darwin)
    /// Starts a step with `sandbox-exec`. This has never been run.
    ///
    /// - Throws: ``FileError`` if the program cannot be started.
    func start(_ step: String, _ environment: Environment) throws(FileError) -> StartedProcess {
      func paths(_ folders: [FilePath]) -> String {
        folders.map { "(subpath \"\($0.string)\")" }.joined(separator: " ")
      }
      let allowed = paths(writable)
      let profile = """
        (version 1)
        (allow default)
        (deny network*)
        (deny signal (target others))
        (deny file-write*)
        (allow file-write* \(allowed) (literal "/dev/null") (literal "/dev/zero"))
        (deny file-read-data (subpath "/Users") (subpath "/private/var/root"))
        (allow file-read-data \(allowed) \(paths(tools)))
        """
      let line = "cd \"$source\" && exec /bin/sh -c \"$0\""
      return try StartedProcess(
        "/usr/bin/sandbox-exec",
        arguments: ["sandbox-exec", "-p", profile, "/bin/sh", "-c", line, step]
          .map { Array($0.utf8) }, environment: environment)
    }
  #else
    /// Starts the launcher, which starts the step.
    ///
    /// - Throws: ``FileError`` if the program cannot be started.
    func start(_ step: String, _ environment: Environment) throws(FileError) -> StartedProcess {
      try StartedProcess(
        launcher,
        arguments: StepLauncher.arguments(
          launcher, readable: Self.systemFolders + Self.settings() + tools, writable: writable,
          in: folders.source, step), environment: environment)
    }

    /// Returns the entries of `/etc` that everybody may read, except keys of SSH and TLS. The rest
    /// stays closed even for a build by the superuser.
    private static func settings() throws(FileError) -> [FilePath] {
      try publicEntries(of: "/etc").filter { !["ssh", "ssl"].contains($0.lastComponent) }
        + ((try? publicEntries(of: "/etc/ssl")) ?? [])
    }

    /// Returns the entries of a folder that everybody may read.
    private static func publicEntries(of folder: FilePath) throws(FileError) -> [FilePath] {
      try Directory.open(folder).entries().map(folder.appending).filter { entry in
        let status = (try? entry.status()) ?? nil
        return status.map { $0.permissions & 0o004 != 0 } ?? false
      }
    }
  #endif
}
