package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Projects

extension Selector {
  /// Returns the seal of the project here. Returns `nil` if there is none, or if a variable or a
  /// `.tool-version` from here up to the project's folder also requires tools.
  ///
  /// - Throws: ``Problem/system(_:)`` if a folder cannot be inspected.
  package func projectSeal() throws(Problem) -> ProjectSeal? {
    guard let folder = try Project.folder(above: directory, environment),
      isConsentSealed(folder), try hasLockAlone(folder), let seal = seal(ofProjectIn: folder)
    else { return nil }
    // Other pins change the view that commands need.
    return seal.view == nil || pinsNothingElse(than: folder) ? seal : seal.with(view: nil)
  }

  /// Returns the seal of the project here if commands use all tools of its lock and no others.
  /// Otherwise, returns `nil`.
  func sealOfAllTools() throws(Problem) -> (folder: FilePath, seal: ProjectSeal)? {
    // Where these tests hold, only the lock can pin a tool, so no file is read for them.
    guard let folder = try Project.folder(above: directory, environment),
      environment.reads(environment.lock(in: folder)),
      !environment.entries.contains(where: PinVariable.isAssigned), pinsNothingElse(than: folder),
      isConsentSealed(folder), let seal = seal(ofProjectIn: folder), seal.head.isWhole
    else { return nil }
    return (folder, seal)
  }

  /// Reads the seal of the project in `folder` for the user's choice of groups.
  private func seal(ofProjectIn folder: FilePath) -> ProjectSeal? {
    sealFile(ofProjectIn: folder).flatMap { ProjectSeal($0, groupChoice(for: folder)) }
  }

  /// Whether the project here has a seal for an install that includes all locked tools. Ignores the
  /// user's current choice of groups. False without a project.
  var hasWholeProjectSeal: Bool {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      isSealed(folder)
    else { return false }
    return sealFile(ofProjectIn: folder)?.head.isWhole ?? false
  }

  /// Returns whether the project in `folder` has a seal, for any choice of groups. If so, its files
  /// are valid, and the lock contains every tool that the Toolfile declares.
  package func hasProjectSeal(_ folder: FilePath) -> Bool {
    isSealed(folder) && sealFile(ofProjectIn: folder) != nil
  }

  /// Writes the seal of the project here, unless `check` must examine more than a seal covers.
  /// Ignores failures, because a seal only saves time.
  package func recordProjectSeal() {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      isSealed(folder), (try? hasLockAlone(folder)) ?? false,
      let file = projectSealPath(folder), let tools = try? folderTools(),
      let project = tools.project, let lock = project.lock, project.difference(from: lock).isEmpty,
      project.platformProblem(of: lock, platform) == nil, tools.pins.isEmpty,
      project.toolfile.systemRequirements.isEmpty,
      !lock.tools.contains(where: project.requiresProof),
      var seal = ProjectSeal(project, tools, on: platform),
      // The lock may have changed while it was read.
      projectSealPath(folder) == file
    else { return }
    if seal.head.isWhole, pinsNothingElse(than: folder) {
      seal = seal.with(view: ((try? view()) ?? nil)?.folder.lastComponent)
      if runsAllDirectly { seal = seal.forDirectMode() }
    }
    let bytes = seal.bytes
    if ((try? file.contentsIfPresent(limit: bytes.count)) ?? nil) != bytes {
      try? root.projectSeals.makeDirectories()
      try? file.replaceContents(with: bytes, isDurable: false)
    }
    // The install may have renewed installations, which then count as never used.
    try? file.setModified(secondsSince1970: 0)
  }

  /// Renews the times of the last uses of the tools of the project here, unless that was done less
  /// than a day ago.
  func recordUse(of seal: ProjectSeal) {
    guard let folder = (try? Project.folder(above: directory, environment)) ?? nil,
      let file = projectSealPath(folder), let status = (try? file.status()) ?? nil,
      !(0..<86_400).contains(WallClock.now - status.modified)
    else { return }
    for folder in seal.installations { root.recordUse(of: root.installs.appending(folder)) }
    _ = file.recordUse()
  }

  /// Reads the seal of the project in `folder`, for whichever choice of groups it was written.
  /// Returns `nil` if there is none for the current Toolfile.
  private func sealFile(ofProjectIn folder: FilePath) -> ProjectSealFile? {
    let path = folder.appending(Toolfile.name)
    let toolfile = try? readManifest(
      at: path, named: path.string, limit: Toolfile.maximumByteCount, in: files
    ) { (bytes) throws(SyntaxProblems) in bytes }
    guard let toolfile = toolfile ?? nil, let file = projectSealPath(folder) else { return nil }
    return memory.sealFile(at: file, of: toolfile) {
      ProjectSealFile(at: file, of: toolfile, on: platform)
    }
  }

  /// Returns whether only the lock in `folder` pins tools: commands read it, and neither a variable
  /// nor a `.tool-version` from here up to that folder pins any.
  private func hasLockAlone(_ folder: FilePath) throws(Problem) -> Bool {
    guard environment.reads(environment.lock(in: folder)) else { return false }
    let chain = try pinChain(reading: .pinFiles)
    guard chain.variables.isEmpty else { return false }
    for link in chain.directories {
      if !link.pins.isEmpty || link.pinFileProblem != nil { return false }
      if link.folder == folder { break }
    }
    return true
  }

  /// Returns whether neither global pins nor files in other folders can pin a tool.
  private func pinsNothingElse(than project: FilePath) -> Bool {
    let own = [Toolfile.name, Lockfile.name]
    return !root.globalPins.exists
      && directory.selfAndAncestors.allSatisfy { folder in
        pinFiles(in: folder).allSatisfy { folder == project && own.contains($0) }
      }
  }

  /// Returns the names of the files in a folder that may select versions, even of links that lead
  /// nowhere. A command looks for them once.
  package func pinFiles(in folder: FilePath) -> [String] {
    memory.pinFiles(in: folder) { folder.present(among: PinFileKind.allNames) }
  }

  /// Returns the path of the seal of the project in `folder`, or `nil` if there is no lock.
  private func projectSealPath(_ folder: FilePath) -> FilePath? {
    FileIdentity(of: PathText(environment.lock(in: folder).bytes)).map {
      root.projectSeals.appending($0.sealName(ofLockIn: folder))
    }
  }
}
