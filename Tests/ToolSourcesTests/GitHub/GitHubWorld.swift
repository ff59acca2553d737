import Filesystem
import LoopbackServer
import SampleWheels
import SourceKinds
import Versions
import Vocabulary

@testable import ToolSources

/// A test environment with a server that stands for GitHub.
struct GitHubWorld {
  typealias Release = SampleRepository.Release
  typealias Asset = SampleRepository.Asset

  var world: SourceWorld
  let repository: SampleRepository
  /// The requirements of the project.
  var requirements: [Requirement] = []
  var possibleRequirements: [Requirement] = []
  /// The version in the previous lock.
  var previous: PreviousVersion?
  var cutoff: PublicationCutoff?

  /// Creates a world with a repository, which is private if there is another server for its files.
  init(storage: LoopbackServer? = nil) throws {
    world = try SourceWorld()
    repository = SampleRepository("acme/mytool", on: world.server, storage: storage)
    world.variables["GITHUB_API_URL"] = world.server.address(SampleRepository.apiPath)
    world.variables["GITHUB_SERVER_URL"] = world.server.address()
  }

  /// The paths of the requests to the API so far.
  var apiRequests: [String] {
    world.server.requests.map(\.path).filter { $0.hasPrefix(SampleRepository.apiPath) }
  }

  /// Returns the package of a tool with these options.
  func package(
    _ options: String = "", of name: String = "acme/mytool"
  ) async throws
    -> any SourcePackage
  {
    let tool = try SourceWorld.tool("mytool", more: ", github: \"\(name)\"\(options)")
    let source = try world.sources.source(of: tool)
    var request = try source.request(for: tool)
    request.requirements = requirements
    request.possibleRequirements = possibleRequirements
    request.previous = previous
    request.cutoff = cutoff
    return try await source.package(request)
  }

  /// The files of a version for four platforms, and a list of their digests.
  static func assets(of version: String) -> [Asset] {
    let files = [
      Asset("mytool-\(version)-linux-amd64.tar.gz", "mytool", version, for: .linuxX64),
      Asset("mytool-\(version)-linux-arm64.tar.gz", "mytool", version, for: .linuxARM64),
      Asset("mytool-\(version)-darwin-amd64.tar.gz", "mytool", version, for: .macOSX64),
      Asset("mytool-\(version)-darwin-arm64.tar.gz", "mytool", version, for: .macOSARM64),
    ]
    return files + [sums(of: files)]
  }

  static func sums(of files: [Asset]) -> Asset {
    let lines = files.map { "\(SHA256Digest(of: $0.bytes).hexadecimal)  \($0.name)\n" }
    return Asset("checksums.txt", Array(lines.joined().utf8))
  }

  static let platforms: [Platform] = [.linuxX64, .linuxArm64, .macosX64, .macosArm64]
}
