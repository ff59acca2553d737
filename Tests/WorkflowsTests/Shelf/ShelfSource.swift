import Cryptography
import Diagnostics
import Filesystem
import Manifests
import SourceKinds
import Versions
import Vocabulary

// The sources of `bootstrap` are part of `ToolSources`, so they need no such import.
@testable import ToolSources

/// An opened shelf. Its index file has lines of these forms:
///
/// ```
/// tool greet 1.0.0 greet-1.0.0 hello >= 1
/// part greet 1.0.0 words 3.1 words.txt
/// ```
/// The first line states that version 1.0.0 of `greet` is the file `greet-1.0.0` and needs the tool
/// `hello` in version 1 or newer. The second line states that this version has a part `words`.
struct ShelfSource: ToolSource {
  static let kind: any SourceKind.Type = ShelfKind.self

  let folder: FilePath

  func package(_ request: PackageRequest) async throws(SourceError) -> any SourcePackage {
    let subject = ProblemSubject(ShelfKind.self, request)
    let edition = request.option("edition")?.description
    let lines = try lines(edition.map { "\($0).txt" } ?? "shelf.txt")
    if lines.isEmpty { throw subject.error(.own(.empty)) }
    let own = lines.filter { $0.count > 3 && $0[1] == request.package }
    if own.isEmpty {
      throw subject.error(.content(.unknownPackage(known: Set(lines.map { $0[1] }).sorted())))
    }
    return ShelfPackage(request: request, lines: own, folder: folder)
  }

  /// Returns the words of each line of the file `name`.
  private func lines(_ name: String) throws(SourceError) -> [[String]] {
    do throws(FileError) {
      let bytes = try folder.appending(name).contents(limit: 1 << 20)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
    } catch {
      throw .file(error)
    }
  }
}

/// The lines of one tool, as releases.
private struct ShelfPackage: SourcePackage {
  let request: PackageRequest
  let lines: [[String]]
  let folder: FilePath

  private var tools: [[String]] { lines.filter { $0[0] == "tool" } }

  var releases: [SourceRelease] {
    tools.enumerated().compactMap { place, line in
      (try? Version(parsing: line[2], scheme: .semver)).map {
        SourceRelease(version: $0, released: nil, yanked: nil, isInstallable: true, index: place)
      }
    }.sorted { $0.version > $1.version }
  }

  func artifact(of release: SourceRelease, for platform: Platform) -> ArtifactChoice {
    .serves(nil)
  }

  func files(of release: SourceRelease) -> [PublishedFile] { [] }

  func needs(of release: SourceRelease) -> [Located<ToolNeed>] {
    let words = tools[release.index].dropFirst(4)
    guard let first = words.first, let tool = ToolName(first),
      let requirement = try? Requirement(parsing: [words.dropFirst().joined(separator: " ")])
    else { return [] }
    return [Located(ToolNeed(tool, requirement), at: .file("shelf.txt"))]
  }

  func content(
    of release: SourceRelease, for platforms: [Platform],
    announcing announce: @escaping @Sendable (AnnouncedArtifact) -> Void
  ) async throws(SourceError) -> ReleaseContent {
    guard let raw = ArtifactFormat("raw") else {
      return ReleaseContent(artifacts: [], provides: [])
    }
    let file = try file(tools[release.index][3])
    var parts: [ArtifactPart] = []
    for line in lines where line[0] == "part" && line[2] == release.version.spelling {
      let file = try self.file(line[5])
      guard let name = PartName(line[3]), let version = VersionText(line[4]) else { continue }
      parts.append(
        ArtifactPart(
          platform: nil, name: name, version: version, format: raw, digest: file.digest,
          size: file.size, url: file.url))
    }
    return ReleaseContent(
      artifacts: platforms.map {
        Artifact(
          platform: $0, format: raw, digest: file.digest, size: file.size, urls: [file.url])
      }, parts: parts,
      provides: [ExecutableName(request.package)].compactMap { $0.map { .init($0) } })
  }

  /// Returns the address, the digest, and the size in bytes of a file on the shelf.
  private func file(
    _ name: String
  ) throws(SourceError) -> (url: ArtifactURL, digest: SHA256Digest, size: Int) {
    let path = folder.appending(name)
    let found: (digest: SHA256Digest, size: Int)
    do throws(FileError) {
      found = try SHA256.digest(ofFile: path)
    } catch {
      throw .file(error)
    }
    guard let url = ArtifactURL("file://" + PercentEncoding.encode(path.bytes)) else {
      throw ProblemSubject(ShelfKind.self, request).error(
        .declaration(.badAddress(.fileName(name))))
    }
    return (url, found.digest, found.size)
  }
}

extension ShelfKind: OpenableSourceKind {
  static let addressesTellPackage = true

  static func source(
    _ access: SourceAccess, address: String?, origin: Origin?
  ) throws(SourceError) -> any ToolSource {
    let address = address ?? access.setting(shelfSetting, of: self)?.value ?? "shelf"
    return ShelfSource(folder: access.folder.resolving(FilePath(address)))
  }

  static func place(of address: String, _ access: SourceAccess) -> SourcePlace? { .repository }

  static func serves(
    _ url: ArtifactURL, for declaration: LockedDeclaration, _ access: SourceAccess
  ) -> Bool { true }
}
