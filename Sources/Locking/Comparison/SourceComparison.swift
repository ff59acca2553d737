internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// A comparison of a lock with the files that its sources publish now.
///
/// A lock is a text that anybody who changes a repository can edit. Its digests protect against a
/// bad server, but only its sources can tell whether the digests belong to the tools that it names.
struct SourceComparison: Sendable {
  let context: LockContext

  private var project: Project { context.project }

  /// Returns all differences between a locked tool and its source, and whether the source has
  /// yanked the version.
  ///
  /// The differences are the address, size, and digest of each artifact, and the publisher. Where
  /// the source states what the lock states, its file may still differ.
  ///
  /// - Throws: ``Problem/sources(_:)`` if the source cannot be queried.
  func comparison(
    of tool: LockedTool
  ) async throws(Problem) -> (deviations: [LockDeviation], yanked: [YankedVersion]) {
    guard let (package, release) = try await release(of: tool) else {
      // Gem indexes remove yanked versions.
      return isConfirmedGem(tool)
        ? ([], [YankedVersion(tool: tool.name, version: tool.version, reason: "")])
        : (deviations(of: tool, []), [])
    }
    var yanked: [YankedVersion] = []
    if let reason = release.yanked {
      yanked.append(YankedVersion(tool: tool.name, version: tool.version, reason: reason))
    }
    let own = try await deviations(of: tool, package, release)
    if !own.isEmpty { return (own, yanked) }
    let gems = try await gemDifferences(of: tool, package, release)
    yanked += gems.yanked.map { part in
      YankedVersion(
        tool: tool.name, version: tool.version, reason: "", gem: "\(part.name) \(part.version)")
    }
    return (gems.deviations, yanked)
  }

  private func deviations(
    of tool: LockedTool, _ package: any SourcePackage, _ release: SourceRelease
  ) async throws(Problem) -> [LockDeviation] {
    let stated =
      deviations(of: tool, package.files(of: release))
      + (try await publisherDeviations(of: tool, package, release))
    if !stated.isEmpty { return stated }
    let examined = try await examinedDeviations(of: tool, package, release)
    if !examined.isEmpty { return examined }
    return deviations(
      of: tool,
      try await mappingSourceErrors { () async throws(SourceError) in
        try await package.examinedFiles(of: release)
      })
  }

  /// Returns the difference between the locked publisher and the one that the source names now.
  func publisherDeviations(
    of tool: LockedTool, _ package: any SourcePackage, _ release: SourceRelease
  ) async throws(Problem) -> [LockDeviation] {
    guard let locked = tool.publisher else { return [] }
    let publishers = try await mappingSourceErrors { () async throws(SourceError) in
      try await package.publishers(of: release, for: tool.artifacts.map(\.platform))
    }
    let published = publishers.publisher(after: locked)
    if let published, locked.isContinued(by: published) { return [] }
    return [
      LockDeviation(
        tool: tool.name, version: tool.version, platform: nil, .publisher,
        locked: locked.description, published: published?.description, origin: origin(of: tool))
    ]
  }

  /// Returns the artifacts that this machine knows as those of another version, and whose files at
  /// the source are others. Where the source states no digest, fetches those files: two releases
  /// may have the same file.
  private func examinedDeviations(
    of tool: LockedTool, _ package: any SourcePackage, _ release: SourceRelease
  ) async throws(Problem) -> [LockDeviation] {
    let digests = Set(package.files(of: release).compactMap(\.digest))
    var deviations: [LockDeviation] = []
    for artifact in tool.artifacts where !digests.contains(artifact.digest) {
      guard let deviation = versionDeviation(of: tool, artifact) else { continue }
      let content = try await mappingSourceErrors { () async throws(SourceError) in
        try await package.content(of: release, for: [artifact.platform])
      }
      if content.artifacts.contains(where: { $0.digest == artifact.digest }) { continue }
      deviations.append(deviation)
    }
    return deviations
  }

  /// Returns the difference if this machine knows an artifact, but only as one of other versions.
  func versionDeviation(of tool: LockedTool, _ artifact: Artifact) -> LockDeviation? {
    let known = context.confirmed.otherVersions(
      of: artifact, tool.parts(for: artifact.platform), tool.name, tool.version, tool.declaration)
    if known.isEmpty { return nil }
    return deviation(
      of: tool, artifact.platform, .version, locked: tool.version.text,
      published: known.joined(separator: ", "))
  }

  func origin(of tool: LockedTool) -> Origin? {
    project.lock?.origin(of: tool.name, in: project.lockName)
  }

  private func deviations(of tool: LockedTool, _ files: [PublishedFile]) -> [LockDeviation] {
    tool.artifacts.flatMap { artifact in
      deviations(of: artifact, files).map { aspect, locked, published in
        deviation(of: tool, artifact.platform, aspect, locked: locked, published: published)
      }
    }
  }

  /// Asks the source whether it publishes the bytes of an artifact, and those of the gems that it
  /// needs. Ignores the address, because any server may deliver the right bytes, unless the index
  /// has no digest for a gem.
  ///
  /// - Returns: The difference if the source publishes other bytes of this version or no such file,
  ///   and whether it publishes the file with the digest. A source may publish the file without a
  ///   digest.
  /// - Throws: ``Problem/sources(_:)`` if the source cannot be queried.
  func digestAnswer(
    of tool: LockedTool, _ artifact: Artifact
  ) async throws(Problem) -> (deviation: LockDeviation?, isConfirmed: Bool) {
    let found = try await release(of: tool)
    let published = found.map { $0.package.files(of: $0.release) } ?? []
    if let (package, release) = found {
      let examined = try await examinedDeviations(of: tool, package, release)
      if let deviation = examined.first(where: { $0.platform == artifact.platform }) {
        return (deviation, false)
      }
      if let deviation = try await gemDifferences(of: tool, package, release).deviations.first {
        return (deviation, false)
      }
    }
    // If the index has no digest, only the file at the index's own address is known to be the gem.
    let isAtAddress = tool.isGem && !published.contains { $0.digest == artifact.digest }
    let difference = deviations(of: artifact, published)
      .first { [.digest, .file].contains($0.aspect) || isAtAddress && $0.aspect == .address }
      .map { aspect, locked, published in
        deviation(of: tool, artifact.platform, aspect, locked: locked, published: published)
      }
    // An address that belongs to one release needs no digest.
    let tellsPackage = project.catalog[tool.declaration.source]?.addressesTellPackage ?? false
    let isConfirmed = published.contains { file in
      if let digest = file.digest { return digest == artifact.digest }
      return tellsPackage && artifact.urls.contains { file.isPublished(at: $0.text) }
    }
    return (difference, isConfirmed)
  }

  /// A fact that differs, with the value in the lock and the one that the source states.
  private typealias Difference = (
    aspect: LockDeviation.Aspect, locked: String, published: String?
  )

  private func deviations(of artifact: Artifact, _ files: [PublishedFile]) -> [Difference] {
    let address = artifact.urls.first?.text ?? ""
    let locked = PublishedFile(address: address, digest: artifact.digest, size: artifact.size)
    guard
      let file = files.first(where: { $0.digest == locked.digest && $0.isPublished(at: address) })
        ?? files.first(where: { $0.digest == locked.digest })
        ?? files.first(where: { $0.isPublished(at: address) })
        ?? files.first(where: { $0.name == locked.name })
    else { return [(.file, String(locked.name), nil)] }
    var differences: [Difference] = []
    if let digest = file.digest, digest != locked.digest {
      differences.append((.digest, artifact.digest.description, digest.description))
    }
    if let size = file.size, size != artifact.size {
      differences.append((.size, String(artifact.size), String(size)))
    }
    if !artifact.urls.contains(where: { file.isPublished(at: $0.text) }) {
      differences.append((.address, address, file.address))
    }
    return differences
  }

  func deviation(
    of tool: LockedTool, _ platform: Platform?, _ aspect: LockDeviation.Aspect, locked: String,
    published: String?
  ) -> LockDeviation {
    LockDeviation(
      tool: tool.name, version: tool.version, platform: platform, aspect, locked: locked,
      published: published, origin: origin(of: tool))
  }

  /// Returns the version of a locked tool in its source, or `nil` if the source does not have the
  /// tool or the version.
  func release(
    of tool: LockedTool
  ) async throws(Problem) -> (package: any SourcePackage, release: SourceRelease)? {
    try await release(of: tool, sourcedTool(tool), tool.version)
  }

  /// Returns a locked tool as the solver identifies it.
  func sourcedTool(_ tool: LockedTool) -> SourcedTool {
    let location = project.request(for: tool.name) == nil ? ToolLocation(tool) : nil
    return SourcedTool(name: tool.name, location: location)
  }

  /// Returns a version of a locked tool, or of a gem of its graph, in its source, or `nil` if the
  /// source does not have it.
  func release(
    of tool: LockedTool, _ sourced: SourcedTool, _ version: VersionText
  ) async throws(Problem) -> (package: any SourcePackage, release: SourceRelease)? {
    let origin = origin(of: tool) ?? .file(project.lockName)
    let candidates: Candidates
    do {
      let lookup = try await context.fetchCandidates(for: sourced, origin)
      guard case .found(let found) = lookup else { return nil }
      candidates = found
    } catch {
      guard case .sources(let problems) = error,
        problems.allSatisfy({ $0.fault.meansUnpublished })
      else { throw error }
      return nil
    }
    let scheme = project.catalog.scheme(of: tool.declaration)
    guard let version = try? Version(parsing: version.text, scheme: scheme),
      let release = candidates.release(of: version)
    else { return nil }
    return (candidates.package, release)
  }
}

extension SourceProblem.Fault {
  /// Whether the fault means that the source has no such package, rather than that it cannot be
  /// queried.
  fileprivate var meansUnpublished: Bool {
    switch self {
    case .content(.unknownPackage), .content(.noReleases), .content(.noVersionTags): true
    default: false
    }
  }
}
