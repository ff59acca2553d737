package import Filesystem
package import Manifests

/// The folder that holds everything bootstrap installs, `$BOOTSTRAP_ROOT` or `~/.bootstrap`.
///
/// ```
/// bin/bootstrap            the program; what it needs is in libexec/ beside bin/
/// shims/                   one entry per executable name
/// shims/.routes/<name>     the tools that provide the name, one per line, sorted
/// installs/<tool>/<version>-<id>/   an installation: executables in bin/, contents in .receipt
/// installs/<tool>/<version>         link to the installation that pins without a lock use
/// downloads/sha256/<hex>   verified artifacts
/// index/                   cached answers of sources
/// staging/                 work in progress, one folder per running install
/// trash/                   removed installations, kept for a day
/// store.sqlite             the object store
/// version                  global pins
/// config                   settings
/// ```
package struct Root: Hashable, Sendable {
  package let path: FilePath

  /// Creates a root at `path`, which need not exist yet.
  package init(_ path: FilePath) { self.path = path }

  /// Creates the root that `environment` selects; `nil` if it sets neither `BOOTSTRAP_ROOT`
  /// nor `HOME`.
  package init?(environment: Environment) {
    if let path = environment.path("BOOTSTRAP_ROOT") {
      self.init(path)
    } else if let home = environment.path("HOME") {
      self.init(home.appending(".bootstrap"))
    } else {
      return nil
    }
  }

  package var program: FilePath { path.appending("bin/bootstrap") }
  package var libexec: FilePath { path.appending("libexec") }
  package var shims: FilePath { path.appending("shims") }
  /// The folder that lists, for each shim, the tools that provide it.
  package var routes: FilePath { shims.appending(".routes") }
  package var installs: FilePath { path.appending("installs") }
  package var downloads: FilePath { path.appending("downloads/sha256") }
  /// The folder of cached answers of sources.
  package var index: FilePath { path.appending("index") }
  package var staging: FilePath { path.appending("staging") }
  package var trash: FilePath { path.appending("trash") }
  package var store: FilePath { path.appending("store.sqlite") }
  package var globalPins: FilePath { path.appending("version") }
  package var config: FilePath { path.appending("config") }

  /// The lock held by the process that changes the root.
  package var stagingLock: FilePath { staging.appending(Self.lockName) }

  private static let lockName = ".lock"

  /// Returns the names of staging folders whose owner is still at work or has died. If there
  /// are any, the store and the shims may be out of date.
  package func unfinishedWork() throws(FileError) -> [String] {
    try staging.entriesIfPresent().filter { $0 != Self.lockName }
  }

  /// Returns the folder that holds all installations of `tool`.
  package func installs(of tool: ToolName) -> FilePath {
    installs.appending(tool.text)
  }

  /// Returns the folder of the installation with this content id.
  package func installation(of tool: ToolName, _ version: VersionText, _ id: ContentID) -> FilePath
  {
    installs(of: tool).appending("\(version)-\(id)")
  }

  /// Returns the path of the link to the installation that a pin without a lock selects.
  package func defaultInstallation(of tool: ToolName, _ version: VersionText) -> FilePath {
    installs(of: tool).appending(version.text)
  }

  /// Returns the path where the verified file with this digest is kept.
  package func download(_ digest: SHA256Digest) -> FilePath {
    downloads.appending(digest.hexadecimal)
  }
}
