package import Diagnostics
package import Filesystem
internal import Layout

extension Selector {
  /// What makes the programs of installations available to a command.
  package struct SearchPath: Sendable {
    /// The folders for the front of `PATH`.
    package fileprivate(set) var folders: [FilePath] = []
    /// The view among the folders, or `nil` if there is none.
    package fileprivate(set) var view: ToolView?
  }

  /// Returns the installations that `exec` makes available in the directory: those of the pins in
  /// force, except what the file of another version manager pins and the user has not accepted.
  /// Nothing fails because of such a file.
  ///
  /// - Parameter chain: The pins of the directory.
  /// - Throws: ``Problem`` if a pin in force cannot be used.
  package func installationsForCommands(
    _ chain: PinChain
  ) throws(Problem) -> [PinnedInstallation] {
    try installationsInUse(pinsForCommands(chain), of: chain)
  }

  private func pinsForCommands(_ chain: PinChain) throws(Problem) -> [SelectedPin] {
    let pins = try chain.pins()
    try checkLocks(of: pins)
    let withheld = self.withheld(pins)
    if let problem = problem(of: withheld.filter { $0.pin.place != .idiomaticFile }) {
      throw problem
    }
    let excluded = Set(withheld.map(\.pin.tool))
    return pins.filter { !excluded.contains($0.tool) }
  }

  /// Returns the folders in which commands find the programs of installations. Of more than
  /// ``ToolView/folderLimit`` installations, these are the folders of packages, then one view.
  ///
  /// - Parameter installations: The installations, the nearest pin first.
  package func searchPath(
    of installations: [PinnedInstallation]
  ) throws(Problem) -> SearchPath {
    var path = SearchPath()
    guard installations.count > ToolView.folderLimit else {
      path.folders = installations.flatMap { installation in
        [packageFolder(of: installation.pin), installation.folder].compactMap {
          $0?.appending("bin")
        }
      }
      return path
    }
    let view = try mappingFileErrors(try ToolView(of: installations, in: root))
    path.folders = installations.compactMap { packageFolder(of: $0.pin)?.appending("bin") }
    path.folders.append(view.folder)
    path.view = view
    return path
  }

  /// Returns the view that commands need in the directory, or `nil` if they need none or it exists.
  ///
  /// - Throws: ``Problem`` if the pins cannot be read.
  package func missingView() throws(Problem) -> ToolView? {
    try view().flatMap { $0.exists ? nil : $0 }
  }

  /// Returns the view that commands need in the directory, or `nil` if they need none.
  func view() throws(Problem) -> ToolView? {
    // Unlike a command, an install is no use of the tools.
    let installations = try pinsForCommands(pinChain()).compactMap { pin in
      pin.isInstalled(in: root)
        ? pin.installation(in: root).map { PinnedInstallation(pin: pin, folder: $0) } : nil
    }
    return try searchPath(of: installations).view
  }
}
