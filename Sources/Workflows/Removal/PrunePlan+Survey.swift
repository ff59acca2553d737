internal import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
internal import Manifests
internal import Projects
internal import Vocabulary

extension PrunePlan {
  /// The time in seconds for which a version is kept after its last use: 30 days.
  package static let useRetention: Int64 = 30 * 86_400

  /// Compares the installations with the needs of recorded projects and the global pins.
  ///
  /// - Parameters:
  ///   - inventory: The store, or `nil` if there is none.
  ///   - limits: What to keep in any case.
  ///   - forgotten: The folders of recorded projects that keep nothing.
  ///   - now: The current time, in seconds since 1970.
  /// - Throws: The ``Problem`` with the store, the global pins, or the folders of the root.
  init(
    _ root: Root, _ environment: Environment, _ inventory: InstallationInventory?,
    _ limits: Limits, forgetting forgotten: Set<FilePath> = [], now: Int64
  ) async throws(Problem) {
    // Projects and records must be consistent, even if an install changes both during the survey.
    let inventory = try inventory?.frozen()
    // Independent of the projects' files, which other threads read.
    async let folders = Result { () throws(FileError) in try root.installedVersions() }
    async let recorded = Result { () throws(Problem) in
      try inventory?.installations.values() ?? []
    }
    let surveys = await ProjectSurvey.surveys(
      of: try inventory?.projects.values() ?? [], forgetting: forgotten, in: root, environment,
      now: now)
    var needs = NeededVersions(surveys)
    needs.add(try root.globalUses())
    let (foldersRead, recordsRead) = await (folders, recorded)
    let present = try mappingFileErrors { () throws(FileError) in try foldersRead.get() }
    let records = root.records(of: present, try recordsRead.get(), now: now)
    let (needed, free) = present.divided(by: needs.contains)
    let neededByTool = Dictionary(grouping: needed, by: \.tool)
    let newest = Self.newest(limits.keptCount, of: present)
    let uses = Self.lastUses(of: free, in: root, records, limits, now: now)
    let judged = free.map { installed in
      let candidate = Installation(
        installed, records[installed], lastUse: uses[installed],
        reason: Self.reason(for: installed, needed: neededByTool[installed.tool] ?? [], surveys))
      let isOriginal = records[installed]?.isFromInstall ?? true
      let reason =
        newest.contains(installed)
        ? .newest : candidate.reasonToKeep(limits, isRecordOriginal: isOriginal, now: now)
      return (candidate: candidate, reasonToKeep: reason)
    }
    let final = Self.keepingRubies(of: needed, judged, in: root)
    let candidates = final.compactMap { $0.reasonToKeep == nil ? $0.0 : nil }
    kept = final.compactMap { candidate, reason in
      reason.map { Kept(installed: candidate.installed, size: candidate.size, reason: $0) }
    }
    let remaining = needed + kept.map(\.installed)
    installations = try mappingFileErrors(
      try candidates.addingPackages(remaining: remaining, in: root))
    var digests = Set(remaining.flatMap { records[$0]?.downloads ?? [] })
    for survey in surveys { digests.formUnion(survey.downloads) }
    downloads = try mappingFileErrors(
      try root.downloads(except: digests, minimumAge: limits.minimumAge, now: now))
    projects = surveys.compactMap { $0.remarkable(among: present) }
  }

  /// Also keeps each Ruby that runs the gems of an installation that remains.
  private static func keepingRubies(
    of needed: [InstalledVersion],
    _ judged: [(candidate: Installation, reasonToKeep: KeepReason?)], in root: Root
  ) -> [(candidate: Installation, reasonToKeep: KeepReason?)] {
    if judged.isEmpty { return [] }
    let staying = needed + judged.filter { $0.reasonToKeep != nil }.map(\.candidate.installed)
    let rubies = root.gemTools(among: staying)
    return judged.map { candidate, reason in
      let runsGems = rubies[root.folder(of: candidate.installed)] != nil
      return (candidate, reasonToKeep: reason ?? (runsGems ? .runsGems : nil))
    }
  }

  /// Returns when installations that nothing needs were last used.
  ///
  /// The store records only the day, and only as of the last change of the root. If that day is
  /// recent, the receipt need not be read.
  private static func lastUses(
    of free: [InstalledVersion], in root: Root, _ records: [InstalledVersion: RecordedInstallation],
    _ limits: Limits, now: Int64
  ) -> [InstalledVersion: Int64] {
    root.lastUses(
      of: free.filter { installed in
        guard limits.minimumAge == nil, let lastUse = records[installed]?.lastUsed else {
          return true
        }
        return now - lastUse >= useRetention
      })
  }

  /// Returns the installations of the `count` newest versions of each tool.
  private static func newest(
    _ count: Int, of present: [InstalledVersion]
  ) -> Set<InstalledVersion> {
    if count == 0 { return [] }
    var newest: Set<InstalledVersion> = []
    for installations in Dictionary(grouping: present, by: \.tool).values {
      // Each tool's installations are sorted, the oldest version first.
      var versions: Set<VersionText> = []
      for installed in installations.reversed() {
        if versions.count == count, !versions.contains(installed.version) { break }
        versions.insert(installed.version)
        newest.insert(installed)
      }
    }
    return newest
  }

  /// Returns why nothing needs an installation.
  ///
  /// - Parameter others: The installations of the same tool that are needed.
  private static func reason(
    for installed: InstalledVersion, needed others: [InstalledVersion],
    _ surveys: [ProjectSurvey]
  ) -> UnneededReason {
    if others.contains(where: { $0.version == installed.version }) { return .otherContent }
    if !others.isEmpty { return .replaced(by: others.distinctVersionTexts) }
    for survey in surveys
    where survey.keepsNothing && survey.uses.contains(where: { $0.includes(installed) }) {
      switch survey.remark {
      case .missing(let absence): return .projectMissing(survey.folder.string, since: absence.since)
      case .withoutFiles(let absence):
        return .projectWithoutFiles(survey.folder.string, since: absence.since)
      default: return .projectForgotten(survey.folder.string)
      }
    }
    return .unnamed
  }
}

extension ProjectSurvey {
  /// Returns the project with the present installations that it may use, or `nil` if there is
  /// nothing to say about it.
  fileprivate func remarkable(among present: [InstalledVersion]) -> PrunePlan.SurveyedProject? {
    remark.map { reason in
      PrunePlan.SurveyedProject(
        folder: folder, seen: seen, reason: reason, installed: present.filter(mayUse))
    }
  }
}

extension PrunePlan.Installation {
  /// Returns the reason to keep the installation although nothing needs it, or `nil`.
  ///
  /// - Parameter isRecordOriginal: Whether the install that made it also recorded it.
  fileprivate func reasonToKeep(
    _ limits: PrunePlan.Limits, isRecordOriginal: Bool, now: Int64
  ) -> PrunePlan.KeepReason? {
    // If the store was lost, the projects that need this are not known, however long ago it was
    // used.
    if !isRecordOriginal, let time, now - time < PrunePlan.useRetention {
      return .recordedAgain
    }
    guard let minimumAge = limits.minimumAge else {
      guard let lastUse, now - lastUse < PrunePlan.useRetention else { return nil }
      return .used
    }
    guard let reference = lastUse ?? time else { return nil }
    return now - reference < minimumAge ? .young : nil
  }
}

extension [PrunePlan.Installation] {
  /// Returns the installations with the programs of the packages that go with the last of each
  /// version.
  fileprivate func addingPackages(
    remaining: [InstalledVersion], in root: Root
  ) throws(FileError) -> [PrunePlan.Installation] {
    // Few tools have packages.
    let tools = Set(try root.packages.entriesIfPresent())
    if tools.isEmpty { return self }
    let kept = Set(remaining.map(PackagesOfVersion.init))
    var listed: Set<PackagesOfVersion> = []
    var result: [PrunePlan.Installation] = []
    for one in self {
      let version = PackagesOfVersion(one.installed)
      var programs: [String] = []
      if tools.contains(version.tool.text), !kept.contains(version),
        listed.insert(version).inserted
      {
        programs = try root.packages(of: version.tool, version.version).appending("bin")
          .entriesIfPresent().sorted()
      }
      result.append(
        PrunePlan.Installation(
          installed: one.installed, size: one.size, time: one.time, lastUse: one.lastUse,
          packages: programs, reason: one.reason))
    }
    return result
  }
}

extension [InstalledVersion] {
  /// Returns the elements that satisfy a condition, and the remaining elements.
  fileprivate func divided(
    by condition: (InstalledVersion) -> Bool
  ) -> (matching: [InstalledVersion], others: [InstalledVersion]) {
    var (matching, others): ([InstalledVersion], [InstalledVersion]) = ([], [])
    for one in self {
      if condition(one) { matching.append(one) } else { others.append(one) }
    }
    return (matching, others)
  }

  /// The versions, in their order, without repetitions.
  fileprivate var distinctVersionTexts: [VersionText] {
    reduce(into: []) { texts, installed in
      if texts.last != installed.version { texts.append(installed.version) }
    }
  }
}

extension Root {
  /// Returns the versions that the global pins name.
  func globalUses() throws(Problem) -> [VersionUse] {
    do {
      let file = try ToolVersionFile.read(at: globalPins, named: globalPins.string)
      return file?.pins.compactMap { pin in
        guard case .exact(let version) = pin.version else { return nil }
        return VersionUse(tool: pin.tool, version: version, id: nil)
      } ?? []
    } catch {
      throw Problem(error, formatPath: \.string)
    }
  }

  /// Returns the kept downloads that are neither needed nor too young, sorted by digest.
  fileprivate func downloads(
    except needed: Set<SHA256Digest>, minimumAge: Int64?, now: Int64
  ) throws(FileError) -> [PrunePlan.Download] {
    var found: [PrunePlan.Download] = []
    for name in try downloads.entriesIfPresent() {
      guard let digest = SHA256Digest(hexadecimal: name), !needed.contains(digest),
        let status = try download(digest).linkStatus()
      else { continue }
      if let minimumAge, now - status.modified < minimumAge { continue }
      found.append(PrunePlan.Download(digest: digest, size: status.size))
    }
    return found
  }
}

extension PrunePlan.Installation {
  /// Creates an installation that nothing needs. Its list of packages to remove with it is empty.
  ///
  /// - Parameters:
  ///   - record: The store's record of the installation, or `nil` if there is none.
  ///   - lastUse: The last use according to the receipt, or `nil` if the receipt was not read.
  fileprivate init(
    _ installed: InstalledVersion, _ record: RecordedInstallation?, lastUse: Int64?,
    reason: UnneededReason
  ) {
    self.init(
      installed: installed, size: record?.size, time: record?.time,
      lastUse: [lastUse, record?.lastUsed].compactMap(\.self).max(), packages: [], reason: reason)
  }
}
