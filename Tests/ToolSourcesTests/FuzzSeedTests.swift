import Diagnostics
import Filesystem
import Manifests
import Sandboxes
import Testing
import Vocabulary

@testable import ToolSources

/// Tests of the fuzzing seeds for index pages and wheel names: parsing each has the recorded
/// outcome, and no truncated or altered seed crashes a parser or breaks an invariant.
@Suite struct FuzzSeedTests {
  /// Returns the names and contents of the seeds in a folder, sorted by name.
  private static func seeds(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = FilePath.fixtures.appending("Fuzz/\(name)")
    return try folder.entries().sorted().map {
      ($0, try folder.appending($0).contents(limit: 1 << 20))
    }
  }

  /// Returns the names of the files on the page that `read` returns, or the error that it throws.
  private static func outcome(
    _ read: () throws(UnreadableResponse) -> IndexPage
  ) -> String {
    do throws(UnreadableResponse) {
      return try read().files.map(\.name).joined(separator: " ")
    } catch {
      return "\(error)"
    }
  }

  @Test func `HTML seeds have the recorded outcomes`() throws {
    let outcomes = try Self.seeds("index-html").map { seed in
      "\(seed.name): "
        + Self.outcome { () throws(UnreadableResponse) in try IndexPage(html: seed.bytes) }
    }
    #expect(
      outcomes == [
        "cut.html: truncated(bytes: 72)",
        "login.html: noFiles",
        "loose.html: a-1.zip b-1.whl",
        "nested.html: a-1.zip",
        "newer.html: version(\"2.0\")",
        "whole.html: ruff-0.17.5-py3-none-macosx_11_0_arm64.whl ruff-0.17.4.tar.gz",
      ])
  }

  @Test func `JSON seeds have the recorded outcomes`() throws {
    let outcomes = try Self.seeds("index-json").map { seed in
      "\(seed.name): "
        + Self.outcome { () throws(UnreadableResponse) in try IndexPage(json: seed.bytes) }
    }
    #expect(
      outcomes == [
        "cut.json: truncated(bytes: 49)",
        "huge-size.json: a-1-py3-none-any.whl",
        "newer.json: version(\"2.0\")",
        "odd.json: unexpectedJSON(offset: 65)",
        "other.json: unexpectedJSON(offset: 33)",
        "whole.json: a-1.zip a-2.zip a-3.zip",
        "wrong.json: unexpectedJSON(offset: 42)",
      ])
  }

  @Test func `provenance seeds have the recorded outcomes`() throws {
    let outcomes = try Self.seeds("provenance").map { seed in
      let name = seed.name
      do throws(UnreadableResponse) {
        return "\(name): "
          + (try FileProvenance(json: seed.bytes).publishers.map(\.description)
            .joined(separator: ", "))
      } catch {
        return "\(name): \(error)"
      }
    }
    #expect(
      outcomes == [
        "kinds.json: github:acme/mytool workflow release.yml environment pypi, "
          + "gitlab:acme/sub/mytool workflow ci/release.yml, google:me@example.org",
        "message.json: unexpectedJSON(offset: 0)",
        "odd.json: ",
      ])
  }

  @Test func `wheel name seeds have the recorded outcomes`() throws {
    let outcomes = try Self.seeds("wheel-name").map { seed in
      let text = String(decoding: seed.bytes, as: UTF8.self)
      let name = WheelName(text)
      let holds = name.map { $0.holdsPrograms ? "programs" : "none" } ?? "no wheel"
      return "\(seed.name): \(holds), \(WheelName.mayHoldPrograms(text) ? "perhaps" : "surely not")"
    }
    #expect(
      outcomes == [
        "address: no wheel, surely not",
        "build: programs, perhaps",
        "other: none, surely not",
        "plain: programs, perhaps",
        "pure: none, surely not",
        "several: programs, perhaps",
        "source: no wheel, surely not",
        "two: programs, perhaps",
      ])
  }

  @Test(arguments: ["index-html", "index-json", "provenance", "wheel-name"])
  func `a seed truncated or changed anywhere does not crash`(name: String) throws {
    var count = 0
    func read(_ bytes: [UInt8]) {
      count += 1
      switch name {
      case "index-html": Self.check(try? IndexPage(html: bytes))
      case "index-json": Self.check(try? IndexPage(json: bytes))
      case "provenance": _ = try? FileProvenance(json: bytes)
      default:
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = WheelName(text) else { return }
        #expect(!name.holdsPrograms || WheelName.mayHoldPrograms(text), "\(text)")
        for platform in Platform.allCases { _ = name.compatibility(platform) }
      }
    }
    for (_, seed) in try Self.seeds(name) {
      for index in seed.indices {
        read(Array(seed[..<index]))
        for byte in [UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "-"), 0, 0xFF] {
          var damaged = seed
          damaged[index] = byte
          read(damaged)
        }
      }
    }
    #expect(count > 1000)
  }

  /// Checks the invariants of a parsed page. Pass `nil` for a page that the parser rejected.
  private static func check(_ page: IndexPage?) {
    for file in page?.files ?? [] {
      #expect(DistributionName.isFile(file.name.utf8), "\(file.name)")
      #expect(!file.reference.utf8.contains(UInt8(ascii: "#")), "\(file.reference)")
      #expect(file.size ?? 0 >= 0)
    }
  }
}
