import Corpora
import Foundation
import SampleWheels
import Testing
import Versions
import Vocabulary

@testable import ToolSources

/// Chooses among the files of prebuilt Pythons, whose releases have hundreds of files each.
@Suite(.enabled(if: Corpora.has("runtimes"), Comment(rawValue: Corpora.absence)))
struct RuntimeConformanceTests {
  /// Returns the options for files whose names end with `ending`.
  private static func options(_ ending: String) -> String {
    """
    , versions: :assets, asset: "cpython-{version}+{build}-{target}-\(ending).tar.gz", \
    target: {linux_x64: "x86_64-unknown-linux-gnu", linux_arm64: "aarch64-unknown-linux-gnu", \
    linux_x64_musl: "x86_64-unknown-linux-musl", linux_arm64_musl: "aarch64-unknown-linux-musl", \
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"}
    """
  }

  private struct Row {
    let version: String
    let build: String
    let platform: Platform
    let name: String
    let digest: String
  }

  private static func rows() throws -> [Row] {
    try Corpora.names(of: "runtimes", ending: ".tsv").flatMap { file in
      let text = String(decoding: try Corpora.contents(of: "runtimes", file), as: UTF8.self)
      return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let fields = line.split(separator: "\t").map { String($0) }
        let name = try #require(fields[3].split(separator: "/").last?.description)
        return Row(
          version: fields[0], build: fields[1],
          platform: try #require(Platform(rawValue: fields[2])),
          name: try #require(name.removingPercentEncoding), digest: fields[4])
      }
    }
  }

  /// Creates a world with a release for each build.
  private static func world(_ rows: [Row]) throws -> GitHubWorld {
    let world = try GitHubWorld()
    let releases = Dictionary(grouping: rows, by: \.build).sorted { $0.key > $1.key }
    world.repository.publish(
      releases.map { build, rows in
        .init(build, rows.map { .init($0.name, digest: "sha256:\($0.digest)") })
      }, pageSize: 10, perPage: 10)
    return world
  }

  @Test func `each name has its version and its platform`() async throws {
    let rows = try Self.rows()
    var world = try Self.world(rows)
    // No version satisfies this, so all pages are read.
    world.requirements = [try Requirement(parsing: [">= 99"])]
    var count = 0
    for ending in ["install_only", "install_only_stripped"] {
      let package = try await world.package(Self.options(ending))
      for row in rows where row.name.contains("+\(row.build)-") {
        guard row.name.hasSuffix("-\(ending).tar.gz") else { continue }
        let spelling = "\(row.version)+\(row.build)"
        let release = package.releases.first { $0.version.spelling == spelling }
        let file = release.flatMap { package.file(of: $0, for: row.platform) }
        #expect(file?.name == row.name)
        #expect(file?.digest?.hexadecimal == row.digest)
        count += 1
      }
    }
    print("conformance: runtimes: \(count) of \(rows.count) names state a build")
    #expect(count > rows.count * 9 / 10)
  }

  @Test func `questions are answered by the names`() async throws {
    var world = try Self.world(Self.rows())
    let questions = try Fixture.text("github/runtime-questions.tsv").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(questions.count >= 40)
    for question in questions {
      let fields = question.split(separator: "\t").map { String($0) }
      let platform = try #require(Platform(rawValue: fields[1]))
      let requirement =
        fields[0] == "*"
        ? Requirement.any
        : try Requirement(parsing: fields[0].split(separator: ",").map { String($0) })
      world.requirements = [requirement]
      let package = try await world.package(Self.options("install_only_stripped"))
      let wanted = try requirement.versions(in: .general)
      let policy = try requirement.policy(in: .general)
      let release = package.releases.first { release in
        wanted.contains(release.version) && policy.admits(release.version)
          && package.file(of: release, for: platform) != nil
      }
      let name = release.flatMap { package.file(of: $0, for: platform)?.name }
      #expect(name ?? "-" == fields[2], "\(fields[0]) for \(platform)")
    }
  }
}
