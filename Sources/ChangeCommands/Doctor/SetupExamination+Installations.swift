internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Selection
internal import Terminal
internal import Vocabulary

extension SetupExamination {
  /// Returns what keeps the directory's tools from running, and its pins of other version managers
  /// that name no tool.
  func folder() -> (problems: [SetupFinding], guests: [SetupFinding]) {
    let chain: PinChain
    do {
      chain = try selector.pinChain()
    } catch {
      return ([.failure(error)], [.failure(error)])
    }
    do {
      let pins = try chain.pins()
      let problems = findings(folderProblems)
      let ofPins = findings { () throws(Problem) in try damagedPins(pins) }
      return (problems + ofPins.filter { !problems.contains($0) }, guests(chain))
    } catch {
      return ([.failure(error)], guests(chain))
    }
  }

  /// Returns the problems that keep the directory's tools from running: a stale lock, or tools that
  /// are not installed. Other checks report unfinished work and shims.
  private func folderProblems() throws(Problem) -> [SetupFinding] {
    let isSealed = (try selector.projectSeal()).map { $0.toolCount > 0 } ?? false
    if !isSealed, try selector.folderTools().asksForNone { return [] }
    do {
      return try session.folderState(selector).problems.compactMap { problem in
        switch problem {
        case .project(.installation(.unfinishedWork)), .project(.installation(.missingShims)),
          .project(.installation(.occupiedShims)), .system(.missingProgram), .system(.noexec):
          nil
        default: .failure(problem)
        }
      }
    } catch {
      if case .project(.file(.noManifest)) = error { return [] }
      throw error
    }
  }

  /// Returns the pins of this directory without a lock whose installation lacks an executable, and
  /// the variables and global pins whose version is not installed. `check` reports the others.
  ///
  /// This only looks whether the executables exist. `verify` compares all files.
  private func damagedPins(_ pins: [SelectedPin]) throws(Problem) -> [SetupFinding] {
    var findings: [SetupFinding] = []
    for pin in pins where pin.id == nil {
      guard case .exact = pin.version, let installation = pin.installation(in: root) else {
        continue
      }
      if !pin.isInstalled(in: root) {
        let isOwn = pin.place == .variable || pin.place == .globalPins
        if isOwn { findings.append(.failure(selector.notInstalled(pin))) }
        continue
      }
      let missing = try mappingFileErrors(try Self.missingFile(of: installation))
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
