internal import Diagnostics
internal import Gems
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

extension SourceComparison {
  /// Returns the differences between the gems that a locked tool needs and those that its index
  /// publishes: other bytes, a version that the index does not have, and a gem that nothing in the
  /// graph needs. The last one matters because anybody can publish a gem.
  ///
  /// Gem indexes remove yanked versions. A missing gem was yanked if the index confirmed it on this
  /// machine earlier. Otherwise, the missing gem is a difference.
  ///
  /// - Throws: ``Problem/sources(_:)`` if the index cannot be queried.
  func gemDifferences(
    of tool: LockedTool, _ package: any SourcePackage, _ release: SourceRelease
  ) async throws(Problem) -> (deviations: [LockDeviation], yanked: [ArtifactPart]) {
    let isConfirmed = isConfirmedGem(tool)
    let gems = Dictionary(grouping: tool.parts.filter { $0.format == .gem }, by: \.name.text)
    var open = package.parts(of: release).map(\.name)
    var seen: Set<GemName> = []
    var deviations: [LockDeviation] = []
    var yanked: [ArtifactPart] = []
    // Each round queries the gems that those of the previous round need.
    while !open.isEmpty {
      let round = open.filter { seen.insert($0).inserted && gems[$0.text] != nil }
      let results = try await concurrentResults(round) {
        name async throws(Problem) in
        try await comparison(of: gems[name.text] ?? [], named: name, tool)
      }
      deviations += results.flatMap(\.deviations)
      for part in results.flatMap(\.missing) {
        if isConfirmed, part.isFor(.current) {
          yanked.append(part)
        } else {
          deviations.append(missing(part, of: tool))
        }
      }
      open = results.flatMap(\.needs)
    }
    let names = Set(seen.map(\.text))
    let unneeded = gems.filter { !names.contains($0.key) }.flatMap(\.value).filter { part in
      // The needs of a yanked gem are unknown.
      yanked.isEmpty || !part.isFor(.current)
    }
    return (deviations + unneeded.map { missing($0, of: tool) }, yanked)
  }

  /// Returns whether the index has confirmed the gem and its whole graph on this machine, which
  /// proves that it published the file.
  func isConfirmedGem(_ tool: LockedTool) -> Bool {
    guard tool.isGem, let artifact = tool.artifact(for: .current) else { return false }
    return context.confirmed.contains(
      artifact, tool.parts(for: .current), of: tool.name, tool.version, tool.declaration)
  }

  /// The differences of one gem, its files that the index does not have, and the gems that its
  /// versions need.
  private typealias GemDifferences = (
    deviations: [LockDeviation], missing: [ArtifactPart], needs: [GemName]
  )

  /// Compares the locked files of one gem with those of the index.
  private func comparison(
    of parts: [ArtifactPart], named name: GemName, _ tool: LockedTool
  ) async throws(Problem) -> GemDifferences {
    var deviations: [LockDeviation] = []
    var missing: [ArtifactPart] = []
    var needs: [GemName] = []
    for part in parts {
      let found = try await release(of: tool, sourcedTool(tool).part(name), part.version)
      guard let (package, release) = found else {
        missing.append(part)
        continue
      }
      needs += package.parts(of: release).map(\.name)
      let files = package.files(of: release)
      if files.contains(where: { $0.digest == part.digest }) { continue }
      let fileName = PublishedFile(address: part.url.text, digest: nil, size: nil).name
      guard let file = files.first(where: { $0.name == fileName }) else {
        missing.append(part)
        continue
      }
      if let digest = file.digest {
        deviations.append(
          deviation(
            of: tool, part.platform, .digest, locked: "\(part.name) \(part.digest)",
            published: "\(part.name) \(digest)"))
      } else if !file.isPublished(at: part.url.text) {
        // Without a digest in the index, only the file at its address is known to be the right one.
        deviations.append(
          deviation(
            of: tool, part.platform, .address, locked: part.url.text, published: file.address))
      }
    }
    return (deviations, missing, needs)
  }

  /// Returns the difference for a gem that the index does not have, or that the tool does not need.
  private func missing(_ part: ArtifactPart, of tool: LockedTool) -> LockDeviation {
    deviation(
      of: tool, part.platform, .gem, locked: "\(part.name) \(part.version)", published: nil)
  }
}
