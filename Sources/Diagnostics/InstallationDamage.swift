package import Vocabulary

/// An installation that differs from what was installed.
package struct InstallationDamage: Hashable, Sendable {
  /// The extent of the damage.
  package enum Kind: Hashable, Sendable {
    /// Nothing is available for comparison, not even a receipt.
    case receipt(ReceiptFault)
    /// These files, the receipt, or both differ from what was installed. The list is in the order
    /// of paths, and not empty if the receipt is intact. A file that differs in two ways appears
    /// twice.
    case files([FileDamage], receipt: ReceiptFault? = nil)
  }

  package let tool: ToolName
  package let version: VersionText
  package let kind: Kind

  /// Creates the damage of one installation. `Kind.files` must contain a fault.
  package init(tool: ToolName, version: VersionText, kind: Kind) {
    self.tool = tool
    self.version = version
    self.kind = kind
  }

  /// The number of damaged files and links, including the receipt.
  package var count: Int {
    switch kind {
    case .receipt: 1
    // Two paths may be different files although their strings are canonically equivalent, so the
    // bytes are compared.
    case .files(let files, let receipt):
      Set(files.map { Array($0.path.utf8) }).count + (receipt == nil ? 0 : 1)
    }
  }
}

/// A way in which the receipt of an installation is not the one that was installed.
package enum ReceiptFault: Hashable, Sendable {
  case missing
  /// The receipt cannot be read. `reason` is the system's error message.
  case unreadable(reason: String)
  /// The file is not a receipt that this bootstrap can read.
  case malformed
  /// The receipt belongs to the installation of this version.
  case foreign(tool: ToolName, version: VersionText)
  /// The receipt states other facts than were installed.
  case changed
}

/// A file or link of an installation that differs from what was installed.
package struct FileDamage: Hashable, Sendable {
  /// A way in which a file or link differs from what was installed.
  package enum Fault: Hashable, Sendable {
    /// The file or link was installed, but it does not exist.
    case missing
    /// The sizes in bytes differ.
    case size(expected: Int, actual: Int)
    /// The size matches, but the digest of the content does not.
    case digest
    /// The permission bits differ.
    case mode(expected: UInt16, actual: UInt16)
    /// The targets of a symbolic link differ.
    case link(expected: String, actual: String)
    /// A link replaces a file, a file replaces a link, or something else replaces either.
    case kind
    /// The file or link was not installed.
    case added
    /// The file or link cannot be read. `reason` is the system's error message.
    case unreadable(reason: String)
  }

  /// The path relative to the folder of the installation.
  package let path: String
  package let fault: Fault

  /// Creates the damage of one file. `path` is relative to the folder of the installation.
  package init(path: String, fault: Fault) {
    self.path = path
    self.fault = fault
  }
}

/// Installations that did not pass a verification, and the commands that repair them.
package struct DamageProblem: Error, Hashable, Sendable {
  /// The installations that the store records although their folders are gone.
  package let vanished: [WantedVersion]
  /// The damaged installations.
  package let installations: [InstallationDamage]
  /// The installations that nothing trustworthy describes.
  package let unanchored: [UnanchoredInstallation]
  /// The damaged downloads of installations that are intact by their records in the store.
  package let downloads: [DamagedDownload]
  /// The repairs to suggest. Empty if none is known.
  package let repairs: [Repair]

  /// Creates a problem with at least one installation or download.
  package init(
    vanished: [WantedVersion] = [], installations: [InstallationDamage],
    unanchored: [UnanchoredInstallation] = [], downloads: [DamagedDownload] = [],
    repairs: [Repair]
  ) {
    self.vanished = vanished
    self.installations = installations
    self.unanchored = unanchored
    self.downloads = downloads
    self.repairs = repairs
  }
}

/// A kept download that has changed since the installation, or cannot be read.
package struct DamagedDownload: Hashable, Sendable {
  package let tool: ToolName
  package let version: VersionText
  package let path: String
  /// The system's error message if the file cannot be read, or `nil` if its bytes differ.
  package let reason: String?

  /// Creates a damaged download. Pass `nil` as `reason` if its bytes differ.
  package init(tool: ToolName, version: VersionText, path: String, reason: String?) {
    self.tool = tool
    self.version = version
    self.path = path
    self.reason = reason
  }
}

/// A command that repairs installations or their records.
package enum Repair: Hashable, Sendable {
  /// Install the tools of the current project, including these optional groups.
  case here(groups: [GroupName])
  /// Install these pins, such as `ruff@0.17.5`, which no lock covers.
  case pins([String])
  /// Install the tools of the project in this folder.
  case folder(String)
  /// Make the store record only what is installed.
  case records
}
