import Manifests
import Testing
import Vocabulary

/// The part of a new lock that was not read from the file of the previous one.
@Suite struct RewrittenLockTests {
  private func lock(_ bytes: [UInt8]) throws -> Lockfile {
    try Lockfile(parsing: bytes, path: "Toolfile.lock")
  }

  private func full() throws -> [UInt8] { try Fixture.bytes("Manifests/lockfile/full.lock") }

  @Test func `leaves out the stanzas that stay`() throws {
    let old = try lock(full())
    #expect(old.rewrittenPart(since: old).tools == [])
    let changed = old.tools[0].with { $0.isTrustedOnFirstUse.toggle() }
    let new = Lockfile(
      platforms: old.platforms, registries: old.registries,
      tools: [changed] + old.tools.dropFirst(), replacing: old)
    let part = new.rewrittenPart(since: old)
    #expect(part.tools == [changed])
    #expect(try lock(part.bytes) == part)
  }

  @Test func `contains stanzas that were not read`() throws {
    let old = try lock(full())
    let made = Lockfile(platforms: old.platforms, registries: old.registries, tools: old.tools)
    #expect(old.rewrittenPart(since: made) == old)
  }

  @Test func `contains stanzas that are written in another form`() throws {
    let bytes = try full()
    let windows = try lock(bytes.flatMap { $0 == 10 ? [13, 10] : [$0] })
    #expect(try lock(bytes).rewrittenPart(since: windows).tools == windows.tools)
    // The lines after an empty one still belong to the stanza.
    let last = try #require(windows.tools.last)
    let line = Array("  trust-on-first-use\n".utf8)
    #expect(!last.isTrustedOnFirstUse)
    let longer = try lock(bytes + Array("\n".utf8) + line)
    #expect(longer.tools.last?.isTrustedOnFirstUse == true)
    #expect(longer.rewrittenPart(since: longer).tools.map(\.name) == [last.name])
  }

  @Test func `is the whole lock if it has unknown blocks`() throws {
    let old = try lock(Fixture.bytes("Manifests/lockfile/unknown-lines.lock"))
    #expect(old.rewrittenPart(since: old) == old)
  }
}
