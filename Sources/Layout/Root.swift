package import Filesystem
package import Vocabulary

/// The folder of everything that bootstrap installs: `$BOOTSTRAP_ROOT` or `~/.bootstrap`. It
/// belongs to one user, and its folders are no links (``RootFolder``).
///
/// ```
/// bin/bootstrap            the main program; its helper programs are in libexec/ beside bin/. All
///                          are links into programs/current/
/// programs/<version>-<n>/  the programs of one release of bootstrap: the one in use, and the one
///                          before the last update
/// programs/current         a link to the release in use
/// shims/                   one shim per executable name
/// shims/.routes/<name>     the tools that provide the executable, one per line, sorted; first a
///                          line `!` if a project may use it only with consent, and lines `=` with
///                          the names of the tools in files of other version managers; last a line
///                          `.`; after a tool, lines `+` about its packages
/// shims/.guests            what files of other version managers call the tools (``GuestRules``)
/// shims/.bases/<name>      what the judgment of a sealed lock rested on
/// shims/.built/<name>      seals of what was built from source, one empty file each
/// shims/.complete/<name>   the seal of the shims, an empty file
/// installs/<tool>/<version>-<id>/   an installation, with executables in bin/ and .receipt
/// installs/<tool>/<version>         a link to the installation to use if no lock applies
/// views/<digest>/          links to the executables of many tools, in place of their bin/ on PATH
/// packages/<tool>/<version>/        what the tool's own package manager installs, with programs
///                          in bin/
/// packages/.rules          how the package managers of tools are used (``PackageRules``)
/// downloads/sha256/<hex>   verified artifacts
/// index/                   cached responses of sources
/// index/confirmed/<hex>    the artifacts that a source has confirmed, each with its versions
/// index/resolved/<hex>     the installations that were resolved here, one empty file each
/// index/attestations/<hex> the attestations that locks name, by their digests
/// index/proven/<hex>       the proofs of publishers that this machine made, one empty file each
/// staging/                 work in progress, one folder per running install
/// logs/                    the output of builds that failed, kept for 30 days
/// logs/setup/              the output of hooks and package managers, one file each
/// setup/<hex>/journal      the steps of a setup, one folder per Toolfile
/// trash/                   removed installations, kept for a day
/// releases                 the newest list of bootstrap's own releases so far
/// previous/                the programs before the last update, if an older bootstrap made it
/// trust/                   what the user has accepted, one file per project
/// consent-rule             the rule for consent; missing in a root from an older version
/// store.sqlite             the object store
/// version                  global pins
/// config                   settings
/// shells/                  the stamps of shells in direct mode, one file per process id
/// ```
package struct Root: Hashable, Sendable {
  package let path: FilePath

  /// Creates a root at `path`, which need not exist yet.
  package init(_ path: FilePath) { self.path = path }

  /// Creates the root that `environment` specifies, or returns `nil` if it sets neither
  /// `BOOTSTRAP_ROOT` nor `HOME`.
  package init?(environment: Environment) {
    if let path = environment.path("BOOTSTRAP_ROOT") {
      self.init(path)
    } else if let home = environment.path("HOME") {
      self.init(home.appending(".bootstrap"))
    } else {
      return nil
    }
  }

  /// Returns the root that contains `program`, or `nil` if the program is not installed in a root,
  /// such as one in `/usr/local/bin`. The program is in the folder `bin` or `libexec` of a release
  /// in the root or, after an update by an older bootstrap, of the root itself.
  ///
  /// - Parameter program: The path of the program, without symbolic links.
  /// - Throws: ``FileError`` if the link to the release in use cannot be read.
  package static func containing(_ program: FilePath) throws(FileError) -> Root? {
    let folder = program.parentDirectory
    guard ["bin", "libexec"].contains(folder.lastComponent), let path = folder.parent else {
      return nil
    }
    if let releases = path.parent, releases.lastComponent == programsName, let top = releases.parent
    {
      let root = Root(top)
      if root.shims.path.isDirectory, try root.currentPrograms.linkTarget() != nil { return root }
    }
    let root = Root(path)
    return root.shims.path.isDirectory && root.shimProgram.exists ? root : nil
  }

  private static let programsName = "programs"
  /// The folder of the releases of bootstrap: the one in use, and the one before the last update.
  package var programs: FilePath { path.appending(Self.programsName) }
  /// The link to the release in use.
  package var currentPrograms: FilePath { programs.appending("current") }

  /// Creates the root if it is missing, with the folders above it.
  ///
  /// - Throws: ``FileError`` if it cannot be created, or of the operation
  ///   ``FileError/Operation/enter`` if it belongs to another user.
  package func makeDirectory() throws(FileError) {
    try path.makeDirectories()
    try checkOwner()
  }

  /// Checks that the root is missing or belongs to this user. What one user writes into the root of
  /// another, even with permission, can lock the owner out. The superuser may change every root.
  ///
  /// - Throws: ``FileError`` of the operation ``FileError/Operation/enter`` if it belongs to
  ///   another user.
  package func checkOwner() throws(FileError) {
    let user = FilePath.user
    if user == 0 { return }
    if let owner = try path.status()?.owner, owner != user { throw .isOfOther(path) }
  }

  /// Whether this user may change the root, or create it if it is missing. Only its owner and the
  /// superuser may.
  package var isChangeable: Bool {
    (try? checkOwner()) != nil && path.nearestDirectory.isWritable
  }

  /// Returns the folder at `relative`, a path below the root.
  func folder(_ relative: FilePath) -> RootFolder { RootFolder(relative, in: path) }

  /// The main program.
  package var program: FilePath { path.appending("bin/bootstrap") }
  /// The folder of the helper programs.
  package var libexec: FilePath { path.appending("libexec") }
  /// The program that every shim is a link to.
  package var shimProgram: FilePath { libexec.appending("bootstrap-shim") }
  /// The target of every shim's link, relative to the folder of the shims.
  package static let shimTarget: FilePath = "../libexec/bootstrap-shim"
  package var shims: RootFolder { folder("shims") }
  /// The folder of routes. A route is a file that lists the tools that provide an executable.
  package var routes: RootFolder { shims.folder(".routes") }
  /// The folder of seals. A seal certifies that the routes cover a lock, and that the user has
  /// accepted the lock.
  package var seals: RootFolder { shims.folder(".locks") }
  /// The folder of the seals of what was built from source. A seal certifies that the installation
  /// was built for its current path and the running system.
  package var buildSeals: RootFolder { shims.folder(".built") }
  /// The folder of the seal of the shims, which certifies that no shim and no route is missing.
  package var shimSeals: RootFolder { shims.folder(".complete") }
  /// The folder of the seals of projects. A seal records what an install found in a project.
  package var projectSeals: RootFolder { shims.folder(".projects") }
  /// The folder of the bases of seals. A basis records what decided about a lock, so that the lock
  /// need not be judged again while none of it changes.
  package var sealBases: RootFolder { shims.folder(".bases") }
  /// The folder of installations.
  package var installs: RootFolder { folder("installs") }
  /// The folder of the folders that stand on `PATH` for the `bin` folders of many tools.
  package var views: RootFolder { folder("views") }
  /// The folder of what the package managers of tools install.
  package var packages: RootFolder { folder("packages") }
  /// The folder of verified artifacts.
  package var downloads: RootFolder { folder("downloads/sha256") }
  /// The folder of cached responses of sources.
  package var index: RootFolder { folder("index") }
  /// The folder of the records that a source has confirmed an artifact.
  package var confirmed: RootFolder { index.folder("confirmed") }
  /// The folder of the records that locking has resolved an installation.
  package var resolved: RootFolder { index.folder("resolved") }
  /// The folder of the records of installations whose publisher was proved.
  package var proven: RootFolder { index.folder("proven") }
  /// The folder of the attestations that locks name. They can be fetched again.
  package var attestations: RootFolder { index.folder("attestations") }
  /// The folder of the staging areas of running installs.
  package var staging: RootFolder { folder("staging") }
  /// The folder with the output of failed builds.
  package var logs: RootFolder { folder("logs") }
  /// The folder with the output of hooks and package managers.
  package var setupLogs: RootFolder { logs.folder("setup") }
  /// The folder with the records of setups.
  package var setups: RootFolder { folder("setup") }
  /// The file that a process locks while it sets up the machine.
  package var setupLock: FilePath { setups.appending(Self.lockName) }
  /// The folder of removed installations.
  package var trash: RootFolder { folder("trash") }
  /// The file with the newest list of bootstrap's releases so far, after its signature.
  package var releases: FilePath { path.appending("releases") }
  /// The programs before the last update, if an older bootstrap made it: a folder with the same
  /// structure as the root.
  package var previous: FilePath { path.appending("previous") }
  /// The folder of the files that record what the user has accepted of a project.
  package var trust: RootFolder { folder("trust") }
  /// The file that records which rule for consent applies.
  package var consentRule: FilePath { path.appending("consent-rule") }
  /// The database file.
  package var store: FilePath { path.appending("store.sqlite") }
  /// The file of global pins, in the format of `.tool-version`.
  package var globalPins: FilePath { path.appending("version") }
  /// The file of the user's ``Settings``.
  package var config: FilePath { path.appending("config") }
  /// The lock file that a process locks while it changes the settings.
  package var configLock: FilePath { path.appending(".config-lock") }

  /// The lock file that a process locks while it changes the root.
  package var stagingLock: FilePath { staging.appending(Self.lockName) }

  /// The path of a new staging area.
  package var newStagingArea: FilePath { staging.appending(Self.workName).temporarySibling() }

  private static let lockName = ".lock"
  private static let workName = "work"

  /// Returns the names of the staging areas of changes that are running or were interrupted.
  ///
  /// If there are any, the store and the shims may be out of date.
  package func unfinishedWork() throws(FileError) -> [String] {
    try staging.entriesIfPresent().filter { TemporaryName($0)?.start == Self.workName }
  }

  /// Returns the folder that contains all installations of `tool`.
  package func installs(of tool: ToolName) -> RootFolder {
    installs.folder(tool.text)
  }

  /// Returns the folder of the installation with this content id.
  package func installation(of tool: ToolName, _ version: VersionText, _ id: ContentID) -> FilePath
  {
    installs(of: tool).appending("\(version)-\(id)")
  }

  /// Returns the path of the link to the installation that a pin selects if no lock covers
  /// the tool.
  package func defaultInstallation(of tool: ToolName, _ version: VersionText) -> FilePath {
    installs(of: tool).appending(version.text)
  }

  /// Returns the folder that contains what the package manager of `tool` installs.
  package func packages(of tool: ToolName) -> RootFolder { packages.folder(tool.text) }

  /// Returns the folder where the package manager of a tool installs for one version of the tool,
  /// whichever content of that version is installed.
  package func packages(of tool: ToolName, _ version: VersionText) -> FilePath {
    packages(of: tool).appending(version.text)
  }

  /// Returns the path of the verified file with this digest, which need not exist.
  package func download(_ digest: SHA256Digest) -> FilePath {
    downloads.appending(digest.hexadecimal)
  }
}
