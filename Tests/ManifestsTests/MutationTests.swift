import Manifests
import MutatedSeeds
import Testing

/// A short, deterministic version of `scripts/fuzz`. Each test reads all seeds of a kind of file,
/// and then randomly damaged copies of the seeds.
@Suite struct `No text crashes` {
  @Test func `the parser of .tool-version`() throws {
    let parsed = try MutatedSeeds(of: "tool-version").count { bytes in
      guard let file = try? ToolVersionFile(parsing: bytes, path: "x") else { return false }
      #expect(file.bytes == bytes)
      return true
    }
    #expect(parsed > 25)
  }

  @Test func `the parser of a Toolfile`() throws {
    let parsed = try MutatedSeeds(of: "toolfile").count { bytes in
      guard let file = try? Toolfile(parsing: bytes, path: "x") else { return false }
      #expect(file.bytes == bytes)
      return true
    }
    #expect(parsed > 25)
  }

  @Test func `the parser of a lock`() throws {
    let parsed = try MutatedSeeds(of: "lockfile").count { bytes in
      _ = try? ConflictedLockfile(parsing: bytes, path: "x")
      guard let lock = try? Lockfile(parsing: bytes, path: "x") else { return false }
      let again = try? Lockfile(parsing: lock.bytes, path: "x")
      // Writing a lock brings an older form up to date.
      let current = lock.tools.map { tool in
        tool.with {
          $0.isOutdated = false
          $0.hasOlderDeclaration = false
        }
      }
      #expect(again?.tools == current)
      #expect(again?.platforms == lock.platforms && again?.bytes == lock.bytes)
      return true
    }
    #expect(parsed > 25)
  }
}
