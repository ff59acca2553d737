/// An installation is not what was unpacked.
package struct InstallationDamage: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// There is no receipt to compare with.
    case receipt(ReceiptFault)
    /// What is not as the receipt says, at least one, by path; a file may be wrong in two ways.
    case files([FileDamage])
  }

  package let tool: String
  package let version: String
  package let kind: Kind

  package init(tool: String, version: String, kind: Kind) {
    self.tool = tool
    self.version = version
    self.kind = kind
  }

  /// How many files and links are not as they must be.
  package var count: Int {
    switch kind {
    case .receipt: 1
    // By bytes: paths that read alike may be two files.
    case .files(let files): Set(files.map { Array($0.path.utf8) }).count
    }
  }
}

/// Why a receipt does not say what its installation consists of.
package enum ReceiptFault: Hashable, Sendable {
  case missing
  /// `reason` in the system's words.
  case unreadable(reason: String)
  /// It is no receipt that this bootstrap can read.
  case malformed
  /// It is the receipt of another installation: `ruff 0.17.4`.
  case foreign(title: String)
}

/// A file or link of an installation that is not as it was unpacked.
package struct FileDamage: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    case missing
    /// Bytes.
    case size(expected: Int, actual: Int)
    /// The size is right, the bytes are not.
    case digest
    /// The permission bits.
    case mode(expected: UInt16, actual: UInt16)
    /// What the link says.
    case link(expected: String, actual: String)
    /// A link stands where a file was, or the other way about, or neither.
    case kind
    /// It was not unpacked.
    case added
    /// `reason` in the system's words.
    case unreadable(reason: String)
  }

  /// Relative to the installation's folder.
  package let path: String
  package let fault: Fault

  package init(path: String, fault: Fault) {
    self.path = path
    self.fault = fault
  }
}

/// Installations that are not what was unpacked, and what repairs them.
package struct DamageProblem: Error, Hashable, Sendable {
  /// At least one.
  package let installations: [InstallationDamage]
  /// Empty if no repair is known.
  package let repairs: [Repair]

  package init(installations: [InstallationDamage], repairs: [Repair]) {
    self.installations = installations
    self.repairs = repairs
  }
}

/// An install that repairs damaged installations.
package enum Repair: Hashable, Sendable {
  /// Install this folder with these optional groups.
  case here(groups: [String])
  /// Install pins that no lock covers: `ruff@0.17.5`.
  case pins([String])
  /// Install another project's folder.
  case folder(String)
}
