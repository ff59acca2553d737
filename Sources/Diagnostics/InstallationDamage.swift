/// An installation that differs from what was unpacked.
package struct InstallationDamage: Hashable, Sendable {
  /// The extent of the damage.
  package enum Kind: Hashable, Sendable {
    /// No receipt is available for comparison.
    case receipt(ReceiptFault)
    /// The files that differ from the receipt, by path; at least one. A file may differ in two
    /// ways and appear twice.
    case files([FileDamage])
  }

  package let tool: String
  package let version: String
  package let kind: Kind

  /// Creates the damage of one installation; the list of a `kind` of `files` must not be empty.
  package init(tool: String, version: String, kind: Kind) {
    self.tool = tool
    self.version = version
    self.kind = kind
  }

  /// The number of damaged files and links.
  package var count: Int {
    switch kind {
    case .receipt: 1
    // Compares bytes, because canonically equivalent paths may name different files.
    case .files(let files): Set(files.map { Array($0.path.utf8) }).count
    }
  }
}

/// A reason a receipt cannot state what its installation contains.
package enum ReceiptFault: Hashable, Sendable {
  case missing
  /// `reason` is the system's error message.
  case unreadable(reason: String)
  /// The file is not a receipt that this bootstrap can read.
  case malformed
  /// The receipt belongs to another installation, such as `ruff 0.17.4`.
  case foreign(title: String)
}

/// A file or link of an installation that differs from what was unpacked.
package struct FileDamage: Hashable, Sendable {
  /// A way in which a file or link differs from its receipt.
  package enum Fault: Hashable, Sendable {
    case missing
    /// Sizes in bytes.
    case size(expected: Int, actual: Int)
    /// The size matches, but the content does not.
    case digest
    /// Permission bits.
    case mode(expected: UInt16, actual: UInt16)
    /// Targets of the link.
    case link(expected: String, actual: String)
    /// A link replaces a file, a file replaces a link, or the entry is neither.
    case kind
    /// The entry was not part of what was unpacked.
    case added
    /// `reason` is the system's error message.
    case unreadable(reason: String)
  }

  /// The path relative to the folder of the installation.
  package let path: String
  package let fault: Fault

  /// Creates the damage of one file; `path` is relative to the folder of the installation.
  package init(path: String, fault: Fault) {
    self.path = path
    self.fault = fault
  }
}

/// Damaged installations, and the commands that repair them.
package struct DamageProblem: Error, Hashable, Sendable {
  /// The damaged installations; at least one.
  package let installations: [InstallationDamage]
  /// The repairs to suggest; empty if none is known.
  package let repairs: [Repair]

  /// Creates a problem; `installations` must not be empty.
  package init(installations: [InstallationDamage], repairs: [Repair]) {
    self.installations = installations
    self.repairs = repairs
  }
}

/// An install that repairs damaged installations.
package enum Repair: Hashable, Sendable {
  /// Install the tools of this folder, including these optional groups.
  case here(groups: [String])
  /// Install pins that no lock covers, such as `ruff@0.17.5`.
  case pins([String])
  /// Install the tools of another project's folder.
  case folder(String)
}
