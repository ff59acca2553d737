import Testing
import Versions
import Vocabulary

@testable import Gems

@Suite struct GemInfoTests {
  private let digest = String(repeating: "a", count: 64)

  private func info(_ text: String) throws -> GemInfo { try GemInfo(parsing: Array(text.utf8)) }

  @Test func `a line has dependencies and conditions`() throws {
    let info = try info(
      """
      created_at: 2024-05-01T00:00:04Z
      ---
      1.17.2-x86_64-linux-gnu rake:>= 1.2&< 14,json:>= 0|checksum:\(digest),ruby:>= 2.5&< 3.5.dev,\
      created_at:2024-05-01T12:00:00Z,later:1:2

      """)
    let gem = try #require(info.gems.first)
    #expect(gem.version == "1.17.2")
    #expect(gem.platform.text == "x86_64-linux-gnu")
    #expect(gem.dependencies.map(\.name.text) == ["rake", "json"])
    #expect(gem.dependencies.map(\.requirement.description) == [">= 1.2, < 14", ""])
    #expect(gem.ruby.description == ">= 2.5, < 3.5.dev")
    #expect(gem.rubygems == .any)
    #expect(gem.digest?.hexadecimal == digest)
    #expect(gem.created?.description == "2024-05-01T12:00:00Z")
    let name = try #require(GemName("ffi"))
    #expect(gem.fileName(of: name) == "ffi-1.17.2-x86_64-linux-gnu.gem")
  }

  @Test(arguments: ["---\n1.0.0 dep:>= 1|check", "---\n1.0.0", "---\n1.0.0 |ruby:>= 3", "--"])
  func `an answer that ends in the middle of a line is an error`(text: String) {
    #expect(throws: GemIndexError.self) { try info(text) }
  }

  @Test func `a page of a proxy is an error`() {
    #expect(throws: GemIndexError.notAnIndex) { try info("\n<!doctype html>\n") }
  }

  @Test func `a line that cannot be read costs only itself`() throws {
    let info = try info("---\n1..0 |\n1.1 ../x:>= 0|\n1.2 |\n")
    #expect(info.gems.map(\.version) == ["1.2"])
    #expect(
      info.unreadableLines == [
        UnreadableGemLine(number: 2, defect: .version),
        UnreadableGemLine(number: 3, defect: .dependency),
      ])
  }

  @Test func `of two lines for a file the later one counts unless the digests differ`() throws {
    let other = String(repeating: "b", count: 64)
    let info = try info(
      """
      1.0 a:>= 1|checksum:\(digest)
      1.0 b:>= 1|checksum:\(digest)
      2.0 |checksum:\(digest)
      2.0 |checksum:\(other)
      2.0 |checksum:\(digest)

      """)
    #expect(info.gems.map(\.version) == ["1.0"])
    #expect(info.gems.first?.dependencies.map(\.name.text) == ["b"])
    #expect(info.unreadableLines.map(\.defect) == [.contradictoryDigest, .contradictoryDigest])
  }
}
