package import Filesystem
package import Manifests

/// The folder that holds everything bootstrap installs, `$BOOTSTRAP_ROOT` or `~/.bootstrap`.
///
/// ```
/// bin/bootstrap            the program; libexec/ beside bin/ for what it needs
/// shims/                   one entry per executable name
/// shims/.routes/<name>     the tools that provide the name, one a line, sorted
/// installs/<tool>/<version>-<id>/   an installation: bin/ its executables, .receipt what it consists of
/// installs/<tool>/<version>         link to the installation that pins without a lock use
/// downloads/sha256/<hex>   verified artifacts
/// index/                   cached answers of sources
/// staging/                 work in progress, one folder a running install
/// trash/                   what was taken away, for a day
/// store.sqlite             the object store
/// version                  global pins
/// config                   settings
/// ```
package struct Root: Hashable, Sendable {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  /// The root that `environment` names. nil where neither `BOOTSTRAP_ROOT` nor `HOME` says anything.
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
  package var routes: FilePath { shims.appending(".routes") }
  package var installs: FilePath { path.appending("installs") }
  package var downloads: FilePath { path.appending("downloads/sha256") }
  package var index: FilePath { path.appending("index") }
  package var staging: FilePath { path.appending("staging") }
  package var trash: FilePath { path.appending("trash") }
  package var store: FilePath { path.appending("store.sqlite") }
  package var globalPins: FilePath { path.appending("version") }
  package var config: FilePath { path.appending("config") }

  /// Held by the process that changes the root.
  package var stagingLock: FilePath { staging.appending(Self.lockName) }

  private static let lockName = ".lock"

  /// The folders of work that goes on, or whose owner died at it: where there is one, the store and the shims may lag behind.
  package func unfinishedWork() throws(FileError) -> [String] {
    try staging.entriesIfPresent().filter { $0 != Self.lockName }
  }

  /// The folder of the installations of `tool`.
  package func installs(of tool: ToolName) -> FilePath {
    installs.appending(tool.text)
  }

  /// An installation with exactly these bytes.
  package func installation(of tool: ToolName, _ version: VersionText, _ id: ContentID) -> FilePath
  {
    installs(of: tool).appending("\(version)-\(id)")
  }

  /// The link to the installation that a pin without a lock means.
  package func defaultInstallation(of tool: ToolName, _ version: VersionText) -> FilePath {
    installs(of: tool).appending(version.text)
  }

  /// Where the bytes with this digest are kept once they are verified.
  package func download(_ digest: SHA256Digest) -> FilePath {
    downloads.appending(digest.hexadecimal)
  }
}
