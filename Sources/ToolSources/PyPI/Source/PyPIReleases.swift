internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import Versions

/// The releases of a package, made of the files on its page.
struct PyPIReleases: Sendable {
  /// Newest first.
  let releases: [SourceRelease]
  /// The files of the release with that ``Release/index``, in the order of the page.
  private let files: [[IndexFile]]

  /// Files with a name that is none of `package`'s, or with a version that is none, do not count.
  init(_ page: IndexPage, of package: PackageName) {
    var indexes: [Version: Int] = [:]
    var versions: [Version] = []
    var files: [[IndexFile]] = []
    // Wheels of one release follow each other, so most names need not be taken apart, and most versions not be read.
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
      if index == versions.count {
        indexes[version] = index
        versions.append(version)
        files.append([])
      }
      files[index].append(file)
      // The dash after the version is part of it: `1.1` begins as `1.10` does.
      if isWheel { last = (Array(file.name.utf8[...text.endIndex]), index) }
    }
    self.files = files
    releases = versions.indices.map { Self.release(versions[$0], files[$0], index: $0) }
      .sorted { $0.version > $1.version }
  }

  private static func release(_ version: Version, _ files: [IndexFile], index: Int) -> SourceRelease
  {
    // A release is taken back when nothing of it is left.
    let isYanked = files.allSatisfy { $0.yanked != nil }
    return SourceRelease(
      version: version,
      released: files.compactMap { $0.uploaded.flatMap { ReleaseTime($0) } }.min(),
      yanked: isYanked ? files.compactMap(\.yanked).first { !$0.isEmpty } ?? "" : nil,
      isInstallable: files.contains { WheelName.mayHoldPrograms($0.name) },
      index: index)
  }

  private static func version(of name: String, _ package: PackageName) -> Substring? {
    guard name.hasSuffix(".whl") else {
      return DistributionName.version(ofSource: name, package: package)
    }
    let fields = name.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 2)
    guard fields.count == 3, PackageName(Substring(fields[0])) == package else { return nil }
    return Substring(fields[1])
  }

  /// The wheel that serves `platform`, or why none does.
  ///
  /// Of those that run there it is the one that asks least of the machine, then the one for its processor alone, then the one with
  /// the highest build number, then the first by name: nothing depends on the order of the page.
  func wheel(of release: SourceRelease, for platform: Platform) -> WheelChoice {
    let files = files[release.index].filter { $0.yanked == nil || release.yanked != nil }
    let wheels = files.compactMap { file in WheelName(file.name).map { (file: file, name: $0) } }
    let programs = wheels.filter(\.name.holdsPrograms)
    let best = programs.map { (file: $0.file, name: $0.name, fit: $0.name.fit(platform)) }
      .min { left, right in
        if left.fit.rank != right.fit.rank { return left.fit.rank < right.fit.rank }
        if left.name.build != right.name.build {
          return WheelName.Build.isNewer(left.name.build, than: right.name.build)
        }
        return left.file.name < right.file.name
      }
    switch best?.fit {
    case .runs(let demand, _)?: return best.map { .wheel($0.file, demand) } ?? .missing(.sourceOnly)
    case .asksTooMuch(let demand)?:
      return .missing(
        .asksTooMuch(asks: demand.description, limit: platform.machine.limit.description))
    case .isForOthers?: return .missing(.otherMachines(Self.machines(of: programs.map(\.name))))
    case nil: return .missing(wheels.isEmpty ? .sourceOnly : .pythonOnly)
    }
  }

  /// The platforms that the wheels serve, else the tags that they have.
  private static func machines(of names: [WheelName]) -> [String] {
    let platforms = Platform.allCases.filter { platform in
      names.contains { name in
        if case .runs = name.fit(platform) { true } else { false }
      }
    }
    return platforms.isEmpty
      ? Set(names.flatMap(\.platforms).map(String.init)).sorted() : platforms.map(\.rawValue)
  }
}

enum WheelChoice: Sendable {
  case wheel(IndexFile, MachineRequirement?)
  case missing(MissingArtifact)
}
