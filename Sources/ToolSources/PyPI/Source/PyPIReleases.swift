internal import Diagnostics
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// The releases of a package, collected from the files on its page.
struct PyPIReleases: Sendable {
  /// The releases, newest first.
  let releases: [SourceRelease]
  /// The files of each release in the order of the page, indexed by ``SourceRelease/index``.
  private let files: [[IndexFile]]
  /// The time of the last upload to each release, or `nil` if no time is known, and whether the
  /// times of all files are known. Indexed like `files`.
  private let lastUploads: [(time: ReleaseTime?, isComplete: Bool)]
  /// The cutoff of the tool's cooldown, or `nil` if there is none.
  private let cutoff: PublicationCutoff?
  /// The digests of the files in the previous lock.
  private let keptDigests: Set<SHA256Digest>

  /// Groups the files of a page by version. Ignores files that belong to another package or
  /// have an invalid version.
  init(_ page: IndexPage, of package: PackageName, for request: PackageRequest? = nil) {
    cutoff = request?.cutoff
    keptDigests = request?.previous?.keptDigests ?? []
    let (versions, files) = Self.filesByVersion(page, of: package, for: request)
    self.files = files
    lastUploads = files.map { files in
      let times = files.compactMap(\.published)
      return (times.max(), times.count == files.count)
    }
    releases = versions.indices.map { Self.release(versions[$0], files[$0], index: $0) }
      .sorted { $0.version > $1.version }
  }

  /// Groups the files of a page by version, in the order in which the versions first appear.
  private static func filesByVersion(
    _ page: IndexPage, of package: PackageName, for request: PackageRequest?
  ) -> (versions: [Version], files: [[IndexFile]]) {
    let preference = SpellingPreference(request)
    var indexes: [Version: Int] = [:]
    var versions: [Version] = []
    var files: [[IndexFile]] = []
    // On a page, the wheels of a release are adjacent. Comparing the beginning of a name with
    // that of the previous wheel saves parsing most names and versions.
    var last: (beginning: [UInt8], index: Int)?
    for file in page.files {
      let isWheel = file.name.hasSuffix(".whl")
      if isWheel, let last, file.name.utf8.starts(with: last.beginning) {
        files[last.index].append(file)
        continue
      }
      guard let text = Self.version(of: file.name, package),
        let version = try? Version(parsing: String(text), scheme: .pep440)
      else { continue }
      let index = indexes[version] ?? versions.count
      if index < versions.count, preference.prefers(version, to: versions[index]) {
        versions[index] = version
      }
      if index == versions.count {
        indexes[version] = index
        versions.append(version)
        files.append([])
      }
      files[index].append(file)
      // The beginning includes the dash after the version, because `1.1` is also a prefix
      // of `1.10`.
      if isWheel { last = (Array(file.name.utf8[...text.endIndex]), index) }
    }
    return (versions, files)
  }

  /// Creates the release of a version from its files.
  private static func release(_ version: Version, _ files: [IndexFile], index: Int) -> SourceRelease
  {
    // A release is yanked if all of its files are yanked.
    let isYanked = files.allSatisfy { $0.yanked != nil }
    return SourceRelease(
      version: version,
      released: files.compactMap(\.published).min(),
      yanked: isYanked ? files.compactMap(\.yanked).first { !$0.isEmpty } ?? "" : nil,
      isInstallable: files.contains { WheelName.mayHoldPrograms($0.name) },
      index: index)
  }

  /// Returns the version in a file name, or `nil` if the file belongs to another package.
  private static func version(of name: String, _ package: PackageName) -> Substring? {
    guard name.hasSuffix(".whl") else {
      return DistributionName.version(ofSource: name, package: package)
    }
    let fields = name.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 2)
    guard fields.count == 3, PackageName(Substring(fields[0])) == package else { return nil }
    return Substring(fields[1])
  }

  /// Returns the files of `release` in the order of the page.
  func files(of release: SourceRelease) -> [IndexFile] { files[release.index] }

  /// Returns the wheel for `platform`, or the reason why the release has none.
  ///
  /// Among the wheels that run on the platform, the first in the order of ``WheelPreference`` is
  /// chosen, then the one with the highest build number, then the first by name. The order on the
  /// page does not matter. Yanked files are ignored unless the whole release is yanked.
  ///
  /// A wheel that was locked before stays, and a wheel that is old enough for the cooldown takes
  /// precedence over a better one that is not.
  func wheel(of release: SourceRelease, for platform: Platform) -> WheelChoice {
    let files = files[release.index].filter { $0.yanked == nil || release.yanked != nil }
    let wheels = files.compactMap { file in WheelName(file.name).map { (file: file, name: $0) } }
    let programs = wheels.filter(\.name.holdsPrograms)
    let running = programs.compactMap { wheel in
      WheelPreference(wheel.name, on: platform).map {
        Candidate(file: wheel.file, name: wheel.name, preference: $0)
      }
    }
    if let best = preferred(running).min(by: <) {
      guard case .runs(let requirement) = best.name.compatibility(platform) else {
        return .missing(.sourceOnly)
      }
      return .wheel(best.file, requirement)
    }
    if programs.isEmpty { return .missing(wheels.isEmpty ? .sourceOnly : .pythonOnly) }
    let newer = programs.compactMap { wheel -> MachineRequirement? in
      guard case .requiresNewerMachine(let least) = wheel.name.compatibility(platform) else {
        return nil
      }
      return least
    }
    guard let least = newer.min(by: { $0 != $1 && $0.isMet(by: $1) }) else {
      return .missing(.otherMachines(Self.machines(of: programs.map(\.name))))
    }
    return .missing(
      .requiresNewerMachine(
        requires: least.description, limit: platform.machine.limit.description))
  }

  /// A wheel with programs that run on the platform.
  private struct Candidate {
    let file: IndexFile
    let name: WheelName
    let preference: WheelPreference

    /// Returns whether `left` is chosen rather than `right`.
    static func < (left: Self, right: Self) -> Bool {
      if left.preference != right.preference { return left.preference < right.preference }
      if left.name.build != right.name.build {
        return WheelName.Build.isNewer(left.name.build, than: right.name.build)
      }
      return left.file.name < right.file.name
    }
  }

  /// Returns the wheels that were locked before, or else those that are old enough, or else the
  /// oldest ones. Without a cooldown, returns all of them.
  private func preferred(_ wheels: [Candidate]) -> [Candidate] {
    let locked = wheels.filter { isLocked($0.file) }
    if !locked.isEmpty { return locked }
    guard let cutoff else { return wheels }
    let old = wheels.filter { cutoff.admits($0.file.published) }
    if !old.isEmpty { return old }
    let oldest = wheels.compactMap(\.file.published).min()
    let first = wheels.filter { $0.file.published == oldest }
    return first.isEmpty ? wheels : first
  }

  /// Returns whether the previous lock contains `file`.
  private func isLocked(_ file: IndexFile) -> Bool {
    file.digest.value.map(keptDigests.contains) ?? false
  }

  /// Returns the upload times of the wheels for `platforms` that `cutoff` does not admit, except
  /// for wheels that were locked before.
  func youngFiles(
    of release: SourceRelease, for platforms: [Platform], after cutoff: PublicationCutoff
  ) -> [ReleaseTime?] {
    // If the last upload is old enough, so are all files. Choosing the wheels is expensive.
    let last = lastUploads[release.index]
    if last.isComplete || cutoff.admitsUnknown, last.time.map(cutoff.admits) ?? true { return [] }
    return platforms.compactMap { platform -> ReleaseTime?? in
      guard case .wheel(let file, _) = wheel(of: release, for: platform), !isLocked(file),
        !cutoff.admits(file.published)
      else { return nil }
      return .some(file.published)
    }
  }

  /// Returns the platforms that the wheels serve, or their platform tags if bootstrap supports
  /// none of their platforms.
  private static func machines(of names: [WheelName]) -> [String] {
    let platforms = Platform.allCases.filter { platform in
      names.contains { name in
        if case .runs = name.compatibility(platform) { true } else { false }
      }
    }
    return platforms.isEmpty
      ? Set(names.flatMap(\.platforms).map(String.init)).sorted() : platforms.map(\.rawValue)
  }
}

/// The wheel for a platform, or the reason why there is none.
enum WheelChoice: Sendable {
  /// The wheel and its system requirement, which is `nil` if the wheel states none.
  case wheel(IndexFile, MachineRequirement?)
  /// The reason why the release has no wheel for the platform.
  case missing(MissingArtifact)
}
