internal import Diagnostics
internal import Gems
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Versions
internal import Vocabulary

/// The gems that were chosen for a tool. They determine its stanza in the lock.
struct GemGraph: Sendable {
  /// A gem in the chosen version.
  struct Node: Sendable {
    let package: GemPackage
    let release: SourceRelease

    var name: GemName { package.name }

    /// Returns the file for a platform, or `nil` if there is none.
    func gem(for platform: Platform, ruby: Version?) -> IndexedGem? {
      package.found[release].gem(for: platform, ruby: ruby)
    }
  }

  private let root: Node
  private let nodes: [GemName: Node]
  private let ruby: Version?
  private let platforms: [Platform]

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - root: The tool's own gem.
  ///   - others: The other gems.
  ///   - ruby: The version of Ruby, or `nil` if the system's is used.
  ///   - platforms: The platforms of the tool, in the order of ``Platform``.
  init(root: Node, _ others: [Node], ruby: Version?, platforms: [Platform]) {
    self.root = root
    nodes = Dictionary(others.map { ($0.name, $0) }) { first, _ in first }
    self.ruby = ruby
    self.platforms = Platform.allCases.filter(platforms.contains)
  }

  /// A file of the graph, with the platforms that use it.
  private struct File: Sendable {
    let node: Node
    let gem: IndexedGem
    let file: RemoteFile
    var platforms: [Platform]
  }

  /// Returns the files that the platforms need, sorted by name. Leaves out a gem that only the file
  /// for another platform or another Ruby needs.
  private func files() throws(SourceError) -> [File] {
    var files: [String: File] = [:]
    for platform in platforms {
      var pending = [root]
      var seen: Set<GemName> = []
      while let node = pending.popLast() {
        guard seen.insert(node.name).inserted else { continue }
        guard let gem = node.gem(for: platform, ruby: ruby) else {
          throw node.package.subject.error(
            .content(
              .noArtifact(
                version: node.release.version.spelling, platform: platform,
                .otherMachines(node.package.found[node.release].gems.map(\.platform.text).sorted()))
            ))
        }
        let fileName = gem.fileName(of: node.name)
        if files[fileName] != nil {
          files[fileName]?.platforms.append(platform)
        } else {
          files[fileName] = File(
            node: node, gem: gem,
            file: try node.package.files.file(named: fileName, gem, node.package.subject),
            platforms: [platform])
        }
        pending += gem.gems.compactMap { nodes[$0.name] }
      }
    }
    return files.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns what the lock records about the tool.
  ///
  /// - Throws: ``SourceError`` if a gem cannot be read or is not what the index says.
  func content(
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    let files = try files()
    for file in files where file.node.name == root.name {
      for platform in file.platforms {
        if let artifact = file.file.announced(for: platform, as: .gem) { announce(artifact) }
      }
    }
    let opened = try await opened(files)
    var artifacts: [Artifact] = []
    var parts: [ArtifactPart] = []
    var executables: [Platform: [ExecutableName]] = [:]
    for (file, facts) in zip(files, opened) {
      if file.node.name == root.name {
        artifacts += try self.artifacts(of: file, facts)
        let names = try permitted(facts.executables, in: file.file.name)
        for platform in file.platforms { executables[platform] = names }
      } else {
        parts += try self.parts(of: file, facts)
      }
    }
    var content = ReleaseContent(
      artifacts: artifacts.sorted { $0.platform.rawValue < $1.platform.rawValue },
      parts: parts.sorted(by: Self.precedes), provides: LockedExecutable.merging(executables),
      isTrustedOnFirstUse: files.contains { $0.file.digest == nil }, released: released(files))
    content.undigestedParts = undigestedParts(files)
    content.extensions = Set(
      zip(files, opened).filter { $1.hasExtensions }.map { file, _ in file.node.name }
    ).sorted().map(\.text)
    content.runtime = ToolNeed(
      .ruby, Requirement.joining(files.map(\.gem.runtime)).simplifiedForRuby)
    return content
  }

  /// Returns the artifacts that the lock contains for a file of the tool's own gem.
  private func artifacts(of file: File, _ facts: GemFacts) throws(SourceError) -> [Artifact] {
    guard let url = ArtifactURL(file.file.address.text) else { throw badAddress(of: file) }
    return file.platforms.map {
      Artifact(platform: $0, format: .gem, digest: facts.digest, size: facts.size, urls: [url])
    }
  }

  /// Returns the parts that the lock contains for a file of another gem: one if all platforms use
  /// the file, otherwise one for each of them.
  private func parts(of file: File, _ facts: GemFacts) throws(SourceError) -> [ArtifactPart] {
    guard let url = ArtifactURL(file.file.address.text),
      let version = VersionText(file.node.release.version.spelling),
      let name = PartName(file.node.name.text)
    else { throw badAddress(of: file) }
    let places: [Platform?] = file.platforms == platforms ? [nil] : file.platforms.map { $0 }
    return places.map {
      ArtifactPart(
        platform: $0, name: name, version: version, format: .gem, digest: facts.digest,
        size: facts.size, url: url)
    }
  }

  /// Returns the gems for which the index has no digest. Returns none if the tool's own gem is
  /// among them.
  private func undigestedParts(_ files: [File]) -> [String] {
    let undigested = files.filter { $0.file.digest == nil }
    if undigested.contains(where: { $0.node.name == root.name }) { return [] }
    return Set(undigested.map { "\($0.node.name) \($0.node.release.version.spelling)" }).sorted()
  }

  private func badAddress(of file: File) -> SourceError {
    root.package.subject.error(.declaration(.badAddress(.fileName(file.file.name))))
  }

  /// Returns whether a part precedes another one in a lock.
  private static func precedes(_ left: ArtifactPart, _ right: ArtifactPart) -> Bool {
    let (first, second) = (left.platform?.rawValue ?? "any", right.platform?.rawValue ?? "any")
    return (left.name.text, first) < (right.name.text, second)
  }

  /// Returns the time of the youngest file of the tool's own gem, or `nil` if one is unknown.
  private func released(_ files: [File]) -> ReleaseTime? {
    let own = files.filter { $0.node.name == root.name }
    let times = own.compactMap(\.gem.created)
    return times.count == own.count ? times.max() : nil
  }

  /// Returns the executables that the lock may contain, sorted.
  private func permitted(
    _ names: [ExecutableName], in file: String
  ) throws(SourceError) -> [ExecutableName] {
    let version = root.release.version
    let declaration = root.package.request.declaration(for: version)
    let subject = root.package.subject
    var wanted = names
    if let requested = declaration.executables {
      wanted = requested.map(\.name)
      let missing = wanted.filter { !names.contains($0) }
      if !missing.isEmpty {
        throw subject.error(
          .content(
            .missingExecutables(
              version: version.spelling, names: missing.map(\.text),
              found: names.map(\.text).sorted())))
      }
    }
    if wanted.isEmpty {
      throw subject.error(.content(.noExecutables(version: version.spelling, file: file)))
    }
    let permitted = wanted.filter(declaration.permits)
    if permitted.isEmpty {
      throw subject.error(
        .content(
          .reservedExecutables(
            version: version.spelling, names: wanted.map(\.text).sorted())))
    }
    return permitted.sorted()
  }

  /// Reads the metadata of all files in parallel.
  private func opened(_ files: [File]) async throws(SourceError) -> [GemFacts] {
    let results = await withTaskGroup(of: (Int, Result<GemFacts, SourceError>).self) { group in
      for (index, file) in files.enumerated() {
        group.addTask {
          let result = await outcome { () async throws(SourceError) in
            try await file.node.package.files.facts(
              of: file.file, file.node.name, file.gem, file.node.package.subject)
          }
          return (index, result)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var opened: [GemFacts] = []
    for index in files.indices {
      guard let facts = try results[index]?.get() else { throw .cancelled }
      opened.append(facts)
    }
    return opened
  }
}
