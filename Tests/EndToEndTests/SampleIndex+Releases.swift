import LoopbackServer
import SampleWheels
import Sandboxes
import Synchronization

// Releases on a server that stands for GitHub.
extension SampleIndex {
  /// Makes the server stand for GitHub.
  func useAsGitHub() {
    sandbox[variable: "GITHUB_API_URL"] = server.address(SampleRepository.apiPath)
    sandbox[variable: "GITHUB_SERVER_URL"] = server.address()
  }

  /// Publishes a release: the repository, the tag, flags, and files.
  func publishRelease(_ words: [String]) {
    useAsGitHub()
    var release = SampleRepository.Release(words[1])
    let isDigested = !words.contains("undigested")
    for word in words.dropFirst(2) where word != "undigested" {
      if word == "prerelease" {
        release.isPrerelease = true
        continue
      }
      let parts = word.split(separator: "=").map(String.init)
      if parts[0] == "published" {
        release.published = parts[1]
        continue
      }
      let bytes = Self.file(parts[0], programs: parts.count > 1 ? parts[1] : nil)
      release.assets.append(.init(parts[0], bytes, digest: isDigested ? nil : ""))
    }
    let all = repositories.withLock { repositories in
      repositories[words[0], default: []].append(release)
      return repositories[words[0]] ?? []
    }
    // Requests ask for shorter pages where the names of files state the versions.
    for size in [100, 10] { SampleRepository(words[0], on: server).publish(all, perPage: size) }
  }

  /// Returns the bytes of a release's file: an archive of programs, a program, or a text.
  private static func file(_ name: String, programs: String?) -> [UInt8] {
    guard let programs else { return Array("\(name)\n".utf8) }
    func script(_ program: String) -> String { "#!/bin/sh\necho '\(program)' '\(name)'\n" }
    if !name.hasSuffix(".tar.gz") { return Array(script(programs).utf8) }
    var tar = TarWriter()
    for program in programs.split(separator: ",") {
      tar.add("unpacked/\(program)", script(String(program)), isExecutable: true)
    }
    return tar.gzipBytes
  }

  /// Adds a release to a repository, newest first.
  func publishToolRelease(_ words: [String]) {
    useAsGitHub()
    sandbox[variable: "GITHUB_TOKEN"] = "s3cret"
    let tool = String(words[1].drop { $0 != "/" }.dropFirst())
    let version = String(words[2].drop { $0 == "v" })
    let platforms: [(String, SamplePlatform)] = [
      ("linux-x64", .linuxX64), ("linux-arm64", .linuxARM64), ("darwin-x64", .macOSX64),
      ("darwin-arm64", .macOSARM64),
    ]
    let assets = platforms.map { name, platform in
      SampleRepository.Asset("\(tool)-\(version)-\(name).tar.gz", tool, version, for: platform)
    }
    var release = SampleRepository.Release(words[2], assets)
    for word in words.dropFirst(3) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "workflow": release.workflow = parts[1]
      case "builder": release.builder = parts[1]
      case "immutable": release.isImmutable = true
      default: break
      }
    }
    let all = repositories.withLock { repositories in
      repositories[words[1], default: []].insert(release, at: 0)
      return repositories[words[1]] ?? []
    }
    let repository = SampleRepository(words[1], on: server)
    repository.publish(all)
    for word in words.dropFirst(3) where word.hasPrefix("signed=") {
      serveAttestation(of: assets, in: repository, by: String(word.dropFirst("signed=".count)))
    }
  }
}
