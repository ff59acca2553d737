internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Terminal

extension SetupExamination {
  /// Returns the pins of this directory without a lock whose installation lacks an executable, and
  /// the variables and global pins whose version is not installed. `check` reports the others.
  ///
  /// This only looks whether the executables exist. `verify` compares all files.
  func installations() throws(Problem) -> [SetupFinding] {
    let selector = session.selector()
    var findings: [SetupFinding] = []
    for pin in try selector.pinChain().pins() where pin.id == nil {
      guard case .exact = pin.version, let installation = pin.installation(in: root) else {
        continue
      }
      if !pin.isInstalled(in: root) {
        let isOwn = pin.place == .variable || pin.place == .globalPins
        if isOwn { findings.append(.failure(.selection(selector.notInstalled(pin)))) }
        continue
      }
      let missing = try mappingFileErrors { () throws(FileError) in
        try Self.missingFile(of: installation)
      }
      if let missing {
        findings.append(
          .failure(
            .selection(.damaged(pin.report, path: session.formatAbsolutePath(missing)))))
      }
    }
    return findings
  }

  /// Returns the receipt or the first executable that an installation lacks, or `nil` if it lacks
  /// none.
  private static func missingFile(of installation: FilePath) throws(FileError) -> FilePath? {
    guard let receipt = try Receipt.read(in: installation) else {
      return installation.appending(Receipt.fileName)
    }
    let bin = installation.appending("bin")
    return receipt.executables.map { bin.appending($0.name.text) }.first { !$0.exists }
  }
}
