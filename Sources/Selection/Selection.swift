package import Diagnostics
package import Filesystem
package import Layout
package import Manifests

/// The program that an executable's name means.
package enum Selection: Sendable {
  /// That of an installation; `pin` says why.
  case installed(program: FilePath, pin: SelectedPin)
  /// Another one on `PATH`. nil: nothing pins the executable; else the pin says `system`.
  case system(program: FilePath, pin: SelectedPin?)

  package var program: FilePath {
    switch self {
    case .installed(let program, _), .system(let program, _): program
    }
  }
}

/// A tool, the version that runs here, and what says so.
package struct SelectedPin: Hashable, Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// What a lock says is installed. nil: a pin without a lock, which means the default installation of the version.
  package let id: ContentID?
  package let origin: Origin
  /// The folder of the file that says so. nil for a variable.
  package let folder: FilePath?

  /// Where the installation is, if it is. nil for `system`.
  package func installation(in root: Root) -> FilePath? {
    guard case .exact(let version) = version else { return nil }
    return id.map { root.installation(of: tool, version, $0) }
      ?? root.defaultInstallation(of: tool, version)
  }

  /// Whether there is something to run for it; `system` always is.
  package func isInstalled(in root: Root) -> Bool {
    guard case .exact(let version) = version else { return true }
    if id == nil, PinSyntax.endsLikeContentID(Array(version.text.utf8)) {
      // `1.0-1f00aa31c2d4` is also the folder of 1.0 with that content, which only a lock may name.
      return ((try? installation(in: root)?.linkTarget()) ?? nil) != nil
    }
    return installation(in: root)?.isDirectory ?? false
  }
}
