package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests
package import Vocabulary

/// A tool, its pinned version, and the file or variable that pins it.
package struct SelectedPin: Hashable, Sendable {
  /// The kind of file or variable that pins a version, or the command line.
  package enum Place: Hashable, Sendable {
    case commandLine, variable, toolVersionFile, lock, idiomaticFile, globalPins
  }

  package let tool: ToolName
  package internal(set) var version: PinnedVersion
  /// The locked content id, or `nil` for a pin without a lock. Such a pin selects the version's
  /// default installation, the target of the link `installs/<tool>/<version>`.
  package var id: ContentID?
  package let place: Place
  /// The file and line, or the variable, for messages.
  package let origin: Origin
  /// The folder of the file that pins the version, or `nil` for a variable.
  package let folder: FilePath?

  /// Creates a pin. Without an `id`, it selects the version's default installation.
  package init(
    tool: ToolName, version: PinnedVersion, id: ContentID? = nil, place: Place, origin: Origin,
    folder: FilePath?
  ) {
    self.tool = tool
    self.version = version
    self.id = id
    self.place = place
    self.origin = origin
    self.folder = folder
  }

  /// Returns the path of the pinned installation, which need not exist, or `nil` for `system`.
  package func installation(in root: Root) -> FilePath? {
    guard case .exact(let version) = version else { return nil }
    return id.map { root.installation(of: tool, version, $0) }
      ?? root.defaultInstallation(of: tool, version)
  }

  /// Returns the version that runs, in the spelling of its source, or `nil` if it is not installed
  /// or is `system`. Without a lock, a pin such as `1.28.4` may run the build `1.28.4+x2`.
  package func versionInUse(in root: Root) -> VersionText? {
    guard case .exact(let version) = version, isInstalled(in: root) else { return nil }
    return id == nil ? defaultInstallation(in: root)?.version ?? version : version
  }

  /// Returns whether the pinned installation exists and was not built for another path or another
  /// system (``Root/misfit(of:)``). Always true for `system`.
  package func isInstalled(in root: Root) -> Bool {
    guard case .exact(let version) = version, let installation = installation(in: root) else {
      return true
    }
    if id == nil, PinSyntax.endsLikeContentID(Array(version.text.utf8)),
      // `1.0-<content id>` may also be the folder of version 1.0 with this content id, which only
      // a lock may select. A default installation is a link, not a folder.
      ((try? installation.linkTarget()) ?? nil) == nil
    {
      return false
    }
    return root.hasInstallation(in: installation)
  }

  /// Checks that this process may enter the folders of the pinned installation. Otherwise, the
  /// installation would be reported as missing.
  ///
  /// - Throws: ``FileError`` if it may not.
  package func checkIsReachable(in root: Root) throws(FileError) {
    guard let installation = installation(in: root) else { return }
    _ = try installation.appending("bin").appending(".").isPresent()
  }

  /// Returns the pinned installation and renews the time of its last use. Returns `nil` if it does
  /// not exist, and for `system`.
  package func installationInUse(in root: Root) -> FilePath? {
    guard let installation = installation(in: root) else { return nil }
    let isBuilt = root.recordUse(of: installation)
    // A receipt spares a second look at each of the tools that `exec` puts on PATH.
    if isBuilt == false, id != nil { return installation }
    return isInstalled(in: root) ? installation : nil
  }

  /// Returns whether the folder `installs` contains the receipt of a locked version that was not
  /// built from source. If so, the version is installed (``isInstalled(in:)``). If not, it may be
  /// installed all the same. From an open folder, the system finds a receipt in half the time.
  func hasReceipt(in installs: borrowing Directory) -> Bool {
    guard let id, case .exact(let version) = version else { return false }
    let folder = InstalledVersion(tool: tool, version: version, id: id).folderName
    let path = "\(tool)/\(folder)/\(Receipt.fileName)"
    guard let receipt = (try? installs.status(at: path)) ?? nil else { return false }
    return !receipt.isExecutable
  }

  /// The description of the pin for messages.
  package var report: SelectionProblem.PinnedTool {
    SelectionProblem.PinnedTool(tool: tool, version: version, origin: origin.withoutColumn)
  }
}

extension [SelectedPin] {
  /// Returns the pins that are not installed (``SelectedPin/isInstalled(in:)``).
  package func notInstalled(in root: Root) -> [SelectedPin] {
    BlockingThread.resultsOfParts(of: self) { pins in
      guard let installs = try? root.installs.open() else {
        return pins.filter { !$0.isInstalled(in: root) }
      }
      return pins.filter { !$0.hasReceipt(in: installs) && !$0.isInstalled(in: root) }
    }.flatMap(\.self)
  }
}
