package import Filesystem

/// A pin and its installation, which exists.
package struct PinnedInstallation: Sendable {
  package let pin: SelectedPin
  /// The folder of the installation.
  package let folder: FilePath

  /// Creates the description of an installation that `pin` selects.
  package init(pin: SelectedPin, folder: FilePath) {
    self.pin = pin
    self.folder = folder
  }
}
