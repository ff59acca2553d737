internal import Diagnostics
internal import Manifests
internal import SourceKinds
internal import TextSearch
internal import Versions
internal import Vocabulary

/// The files of a release, and the choice of one for each platform.
struct ReleaseFiles: Sendable {
  private let release: GitHubRelease
  private let version: Version
  private let repository: RepositoryName
  private let request: PackageRequest
  private let names: ReleaseAssets

  init(
    of release: GitHubRelease, _ version: Version, in repository: RepositoryName,
    _ request: PackageRequest
  ) {
    self.release = release
    self.version = version
    self.repository = repository
    self.request = request
    // The tag states more than the version, such as the tool that the release is for.
    names = ReleaseAssets(
      release.assets.map(\.name), repository: repository.name, tool: request.tool.text,
      version: release.tag)
  }

  /// The file for a platform, or the reason why there is none.
  enum Choice {
    case file(GitHubAsset, ArtifactFormat)
    case missing(MissingArtifact)
  }

  /// Returns the file for a platform.
  func choice(for platform: Platform) -> Choice {
    if let platforms = request.platforms, !platforms.contains(platform) {
      return .missing(.otherMachines(platforms.map(\.rawValue).sorted()))
    }
    if isBuilt { return sourceArchive(for: platform) }
    let usesRosetta = isSet(GitHubKind.OptionKey.rosetta)
    if let named = release.named { return choice(among: named, platform, usesRosetta: usesRosetta) }
    let found = choice(for: platform, usesRosetta: usesRosetta)
    if usesRosetta, platform == .macosArm64, case .missing = found,
      case .file(let asset, let format) = choice(for: .macosX64, usesRosetta: false)
    {
      return .file(asset, format)
    }
    return found
  }

  /// Whether the tool is built from source.
  private var isBuilt: Bool { request.option(LockedDeclaration.buildKey, for: version) != nil }

  /// Returns the source archive: the only file whose name matches the pattern. The rules that tell
  /// platforms by file names do not apply to it.
  private func sourceArchive(for platform: Platform) -> Choice {
    guard let template = text(GitHubKind.OptionKey.asset),
      let filled = assetTemplate(template).filled(for: platform)
    else { return .missing(.otherMachines([])) }
    let pattern = AssetPattern(filled, version: version.spelling, tag: release.tag)
    let matches = release.assets.filter { pattern.matches($0.name) }
    guard matches.count == 1, let asset = matches.first else {
      let names = (matches.isEmpty ? release.assets : matches).map(\.name)
      let reason = matches.isEmpty ? "does not match `asset`" : "one of several that match `asset`"
      return .missing(.unsuitableFiles(names.prefix(10).map { UnsuitableFile($0, reason) }))
    }
    switch PackageFormat(of: asset.name) {
    case .known(let format): return .file(asset, format)
    case .unsupported(let format): return .missing(.unsupported(asset.name, format))
    }
  }

  /// Returns the file for a platform if its name states the version.
  private func choice(
    among named: [Platform: GitHubAsset], _ platform: Platform, usesRosetta: Bool
  ) -> Choice {
    let other = usesRosetta && platform == .macosArm64 ? named[.macosX64] : nil
    guard let asset = named[platform] ?? other else {
      return .missing(.otherMachines(named.keys.sortedByName.map(\.rawValue)))
    }
    switch PackageFormat(of: asset.name) {
    case .known(let format): return .file(asset, format)
    case .unsupported(let format): return .missing(.unsupported(asset.name, format))
    }
  }

  private func choice(for platform: Platform, usesRosetta: Bool) -> Choice {
    var pattern: AssetPattern?
    if let template = text(GitHubKind.OptionKey.asset) {
      guard let filled = assetTemplate(template).filled(for: platform) else {
        return .missing(.otherMachines([]))
      }
      pattern = AssetPattern(filled, version: version.spelling, tag: release.tag)
    }
    switch names.choice(for: platform, matching: pattern, usesRosetta: usesRosetta) {
    case .chosen(let name, let format):
      guard let asset = release.assets.first(where: { $0.name == name }) else {
        return .missing(.otherMachines([]))
      }
      return .file(asset, format)
    case .unsupported(let name, let format):
      return .missing(.unsupported(name, format))
    case .none(let rejected): return .missing(.unsuitableFiles(UnsuitableFile.list(rejected)))
    }
  }

  /// Returns the files that may contain the digest of `asset`, best first.
  ///
  /// If the manifest or the definition names the file, there is no other.
  func checksumFiles(for asset: GitHubAsset) -> [(asset: GitHubAsset, file: ChecksumFile)] {
    let files = release.assets + release.companions
    let candidates: [ChecksumFile]
    if let template = text(GitHubKind.OptionKey.checksums) {
      let isForOneFile = template.contains("{url}")
      let namesBuild = text(GitHubKind.OptionKey.asset)?.contains("{build}") ?? false
      let spelling = namesBuild ? version.spellingWithoutBuild : version.spelling
      let pattern = AssetPattern(
        template.replacing("{url}", with: asset.name), version: spelling, tag: release.tag)
      candidates = files.map(\.name).filter { $0 != asset.name && pattern.matches($0) }
        .sorted().map { ChecksumFile(name: $0, isForOneFile: isForOneFile, isSHA512: false) }
    } else {
      candidates = ChecksumFiles(files.map(\.name)).files(for: asset.name)
    }
    return candidates.compactMap { candidate in
      files.first { $0.name == candidate.name }.map { ($0, candidate) }
    }
  }

  /// Returns the time at which a file became public, or `nil` if it is unknown.
  ///
  /// A file is older than its release if the release was a draft first, and newer if the file was
  /// replaced.
  func published(_ asset: GitHubAsset) -> ReleaseTime? {
    guard let published = release.published else { return nil }
    return max(published, asset.changed ?? published)
  }

  private func assetTemplate(_ text: String) -> AssetTemplate {
    AssetTemplate(text) { request.option($0, for: version) }
  }

  private func text(_ key: String) -> String? {
    guard case .string(let text)? = request.option(key, for: version) else { return nil }
    return text
  }

  private func isSet(_ key: String) -> Bool { request.option(key, for: version) == .boolean(true) }
}

extension MissingArtifact {
  /// The reason if the file for a platform has a format that bootstrap does not know.
  fileprivate static func unsupported(_ name: String, _ format: String) -> MissingArtifact {
    .unsuitableFiles([UnsuitableFile(name, "bootstrap cannot unpack `\(format)`")])
  }
}

extension UnsuitableFile {
  /// The maximum number of files in a message.
  private static let limit = 10

  /// Returns the files to list in a message, closest matches first.
  static func list(_ rejected: [RejectedAsset]) -> [UnsuitableFile] {
    let ranked = rejected.enumerated().sorted { left, right in
      (left.element.reason.distance, left.offset) < (right.element.reason.distance, right.offset)
    }
    return ranked.prefix(limit).map { UnsuitableFile($0.element.name, $0.element.reason.words) }
  }
}

extension AssetRejection {
  /// How far the file is from a match, for the order in a message.
  fileprivate var distance: Int {
    switch self {
    case .otherLibrary: 0
    case .otherArchitecture: 1
    case .unmatched: 2
    case .otherSystem: 3
    case .otherTool: 4
    case .package, .unknownFormat: 5
    case .installer: 6
    case .source, .symbols: 7
    case .signature, .checksums, .billOfMaterials, .document, .metadata: 8
    }
  }

  /// The reason as part of a sentence, for the message.
  fileprivate var words: String {
    switch self {
    case .otherSystem: "for another system"
    case .otherArchitecture: "for another processor"
    case .otherLibrary: "for another C library"
    case .otherTool: "for another tool"
    case .package(let format): "a package (\(format))"
    case .unknownFormat(let ending): "unknown format (\(ending))"
    case .signature: "a signature"
    case .checksums: "checksums"
    case .billOfMaterials: "a bill of materials"
    case .source: "source code"
    case .symbols: "debug symbols"
    case .document: "a document"
    case .metadata: "metadata"
    case .installer: "an installer"
    case .unmatched: "does not match `asset`"
    }
  }
}
