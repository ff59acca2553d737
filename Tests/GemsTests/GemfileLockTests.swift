import Corpora
import Testing
import Versions
import Vocabulary

@testable import Gems

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct GemfileLockTests {
  private let text = """
    GIT
      remote: https://example.org/a.git
      revision: abc
      specs:
        a (1.0)

    GEM
      remote: https://example.org/
      specs:
        ffi (1.17.2-x86_64-linux-gnu)
        rake (13.0)
          ffi (>= 1, < 2)

    PLATFORMS
      ruby

    DEPENDENCIES
      a!
      rake (~> 13.0)

    CHECKSUMS
      ffi (1.17.2-x86_64-linux-gnu) sha256=\(String(repeating: "a", count: 64))
      rake (13.0)

    BUNDLED WITH
       2.6.2

    """

  @Test func `a lock has gems with their digests`() throws {
    let lock = try GemfileLock(parsing: Array(text.utf8))
    #expect(lock.sources.map(\.kind) == [.git, .rubygems])
    #expect(
      lock.gems.map { "\($0.name) \($0.version) \($0.platform)" } == [
        "a 1.0 ruby", "ffi 1.17.2 x86_64-linux-gnu", "rake 13.0 ruby",
      ])
    #expect(lock.gems.map { $0.digest != nil } == [false, true, false])
    #expect(lock.dependencies.map(\.isPinned) == [true, false])
    let rake = try #require(GemName("rake"))
    #expect(lock.graph(of: rake).map(\.name.text) == ["ffi", "rake"])
  }

  @Test func `a line that belongs nowhere is an error`() {
    for (broken, line) in [
      (text.replacing("    rake (13.0)\n", with: "    rake 13.0\n"), 11),
      ("<<<<<<< HEAD\n" + text, 1),
      ("GEM\n  specs:\n    ../a (1.0)\n", 3), ("GEM\n  specs:\n      a (1.0)\n", 3),
    ] {
      #expect(throws: GemfileLockError.line(line)) { try GemfileLock(parsing: Array(broken.utf8)) }
    }
  }
}

/// The locks of real projects, as Bundler reads them.
@Suite(.enabled(if: Corpora.has("gems/gemfile_locks"), Comment(rawValue: Corpora.absence)))
struct GemfileLockConformanceTests {
  private struct Expected: Decodable {
    struct Source: Decodable {
      let type: String
    }
    struct Specification: Decodable {
      let name: String
      let version: String
      let platform: String
      let source: Int
      let dependencies: [[CompactIndexCase.Field]]
    }
    struct Dependency: Decodable {
      let name: String
      let requirement: [String]
      let pinned_to_source: Bool
    }
    let sources: [Source]
    let specs: [Specification]
    let platforms: [String]
    let dependencies: [Dependency]
    let checksums: [String]
    let bundler_version: String?
    let ruby_version: String?
  }

  @Test func `the locks of projects read as in Bundler`() throws {
    let names = Corpora.names(of: "gems/gemfile_locks")
    var gems = 0
    for name in names {
      let folder = "gems/gemfile_locks/\(name)"
      let lock = try GemfileLock(
        parsing: [UInt8](try Corpora.contents(of: folder, "Gemfile.lock")))
      let expected = try JSONDecoder().decode(
        Expected.self, from: Corpora.contents(of: folder, "expected.json"))
      #expect(lock.sources.map { "\($0.kind)" } == expected.sources.map(\.type), "\(name)")
      #expect(
        lock.gems.map(Self.line).sorted() == expected.specs.map(Self.line).sorted(), "\(name)")
      #expect(Set(lock.platforms) == Set(expected.platforms), "\(name)")
      #expect(
        lock.dependencies.map { "\($0.gem.name) \($0.gem.requirement) \($0.isPinned)" }.sorted()
          == expected.dependencies.map {
            "\($0.name) \(Self.text(of: $0.requirement)) \($0.pinned_to_source)"
          }.sorted(), "\(name)")
      let digests = lock.gems.compactMap { gem in
        gem.digest.map { "\(gem.name) (\(gem.versionAndPlatform)) sha256=\($0.hexadecimal)" }
      }
      #expect(digests.sorted() == expected.checksums.sorted(), "\(name)")
      #expect(lock.bundler == expected.bundler_version, "\(name)")
      #expect(lock.ruby == expected.ruby_version, "\(name)")
      gems += lock.gems.count
    }
    print("conformance: locks of Bundler: \(names.count) with \(gems) gems ran")
  }

  private static func line(_ gem: BundledGem) -> String {
    let dependencies = gem.dependencies.map { "\($0.name) \($0.requirement)" }
    return "\(gem.name) \(gem.version) \(gem.platform) \(gem.source) \(dependencies)"
  }

  private static func line(_ gem: Expected.Specification) -> String {
    let dependencies = gem.dependencies.map { fields in
      guard case .text(let name) = fields[0], case .list(let texts) = fields[1] else { return "" }
      return "\(name) \(text(of: texts))"
    }
    return "\(gem.name) \(gem.version) \(gem.platform) \(gem.source) \(dependencies)"
  }

  private static func text(of requirement: [String]) -> String {
    Requirement(rubyGems: requirement.map { Array($0.utf8)[...] })?.description ?? "?"
  }
}
