internal import Diagnostics
internal import Filesystem
internal import Gems
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Versions
internal import Vocabulary

/// The versions of gems that Bundler has locked for a project. A gem that becomes a tool keeps
/// them, and so do the gems that it needs.
struct BundledVersions: Sendable {
  /// The versions of a gem and of those that it needs.
  struct Graph: Hashable, Sendable {
    let name: GemName
    let own: PreviousVersion
    let others: [GemName: PreviousVersion]
  }

  /// The file name of Bundler's lock, or an empty text if there is no lock.
  let fileName: String
  /// The place in Bundler's lock where parsing failed, or `nil` if the lock is valid or missing.
  /// After a failure, no versions are known.
  let unreadable: Origin?
  private let lock: GemfileLock?

  /// The gems by the name of their file: `ffi-1.17.2-x86_64-linux-gnu.gem`.
  private let files: [String: BundledGem]

  /// Reads Bundler's lock in a project's folder. Ignores a link that leads out of the repository.
  ///
  /// - Throws: ``Problem/syntax(_:)`` if the lock contains merge conflict markers, because only its
  ///   author knows which side is right.
  init(in folder: FilePath) throws(Problem) {
    var found: (name: String, bytes: [UInt8])?
    for name in ["gems.locked", "Gemfile.lock"] where found == nil {
      let path = folder.appending(name)
      guard !path.leadsOutside,
        let bytes = try? path.contents(limit: GemfileLock.maximumByteCount)
      else { continue }
      found = (name, bytes)
    }
    fileName = found?.name ?? ""
    (lock, unreadable) = try Self.parse(found?.bytes ?? [], named: fileName)
    let sources = lock?.sources ?? []
    // A gem from a repository or a folder has a version that the index may not know.
    let indexed = (lock?.gems ?? []).filter { sources[$0.source].kind == .rubygems }
    files = Dictionary(
      indexed.map { ("\($0.name)-\($0.versionAndPlatform).gem", $0) }
    ) { first, _ in first }
  }

  /// Parses the text of Bundler's lock. Returns the place of a syntax error instead of throwing it,
  /// because the file belongs to another program.
  private static func parse(
    _ bytes: [UInt8], named name: String
  ) throws(Problem) -> (lock: GemfileLock?, unreadable: Origin?) {
    do {
      return (try GemfileLock(parsing: bytes), nil)
    } catch {
      if let text = try? SourceText(bytes, path: name, limit: GemfileLock.maximumByteCount),
        let marker = text.firstConflictMarker
      {
        throw .syntax(SyntaxProblems(.unfinishedMerge, at: text.origin(at: marker)))
      }
      guard case .line(let line) = error else { return (nil, .file(name)) }
      return (nil, .file(name, line: line))
    }
  }

  /// Returns the versions for a tool that is the gem `name`, or `nil` if Bundler does not lock it.
  func graph(of name: GemName) -> Graph? {
    guard let lock else { return nil }
    var versions: [GemName: PreviousVersion] = [:]
    for gem in lock.graph(of: name) where lock.sources[gem.source].kind == .rubygems {
      guard let version = try? Version(parsing: gem.version, scheme: GemKind.scheme) else {
        continue
      }
      // A version can have several gems, each for a platform.
      let digests = (versions[gem.name]?.digests ?? []).union([gem.digest].compactMap(\.self))
      versions[gem.name] = PreviousVersion(version, .kept, digests: digests)
    }
    guard let own = versions.removeValue(forKey: name) else { return nil }
    return Graph(name: name, own: own, others: versions)
  }

  /// Returns the locked versions of those `tools` that Bundler's lock contains.
  func graphs(of tools: [DeclaredTool]) -> [SourcedTool: Graph] {
    var graphs: [SourcedTool: Graph] = [:]
    for tool in tools {
      guard let gem = GemName(tool.package?.value ?? tool.name.text) else { continue }
      graphs[SourcedTool(name: tool.name, location: nil)] = graph(of: gem)
    }
    return graphs
  }

  /// Checks that the gems of a stanza are those that Bundler has locked, as far as it states their
  /// digests.
  ///
  /// - Throws: ``Problem/sources(_:)`` for the first gem with another digest.
  func check(_ stanza: LockedTool) throws(Problem) {
    for (url, digest) in stanza.gemFiles {
      let name = url.text.split(separator: "/").last.map(String.init) ?? ""
      guard let bundled = files[name], let expected = bundled.digest, expected != digest else {
        continue
      }
      let place = Origin.file(fileName, line: bundled.digestLine ?? bundled.line)
      throw .sources([
        SourceProblem(
          source: GemKind.name, tool: stanza.name, package: bundled.name.text,
          fault: .own(
            .otherChecksum(
              of: "\(bundled.name) \(bundled.versionAndPlatform)", at: place, url.text,
              expected, digest)))
      ])
    }
  }
}

extension LockedTool {
  /// The addresses and digests of all gems.
  fileprivate var gemFiles: [(url: ArtifactURL, digest: SHA256Digest)] {
    artifacts.filter { $0.format == .gem }.flatMap { gem in gem.urls.map { ($0, gem.digest) } }
      + parts.filter { $0.format == .gem }.map { ($0.url, $0.digest) }
  }
}

extension SourceFault {
  /// The fault of a gem whose digest differs from the digest in Bundler's lock.
  fileprivate static func otherChecksum(
    of gem: String, at place: Origin, _ address: String, _ expected: SHA256Digest,
    _ actual: SHA256Digest
  ) -> SourceFault {
    SourceFault(
      "other-checksum", "the gem \(gem) is not the one in CHECKSUMS of \(place)",
      [
        .requestOrigin, .detail(label: "from", [address]),
        .detail(label: "expected", ["sha256:\(expected.hexadecimal)"]),
        .detail(label: "actual", ["sha256:\(actual.hexadecimal)"]),
      ], exitCode: .corruptArtifact)
  }
}
