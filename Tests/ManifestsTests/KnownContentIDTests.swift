import Manifests
import Testing
import Vocabulary

/// Content ids that were read with a stanza.
@Suite struct KnownContentIDTests {
  private func tools() throws -> [LockedTool] {
    try Lockfile(parsing: Fixture.bytes("Manifests/lockfile/full.lock"), path: "Toolfile.lock")
      .tools
  }

  @Test func `are those that are computed`() throws {
    for tool in try tools() where !tool.isOutdated {
      // A changed list makes the ids unknown.
      let made = tool.with { $0.provides = $0.provides }
      for artifact in tool.artifacts {
        #expect(tool.knownContentID(of: artifact) != nil)
        #expect(made.knownContentID(of: artifact) == nil)
        #expect(
          tool.contentID(for: artifact.platform) == made.contentID(for: artifact.platform))
      }
      #expect(tool == made && tool.hashValue == made.hashValue)
    }
  }

  @Test func `are forgotten when a line changes on which they depend`() throws {
    let other = LockedDeclaration(source: "other", options: [])
    for tool in try tools() {
      for artifact in tool.artifacts {
        let changed = [
          tool.with { $0.declared = other }, tool.with { $0.definition = nil },
          tool.with { $0.steps.append("make") }, tool.with { $0.dependencies = [] },
          tool.with { $0.parts.removeAll() }, tool.with { $0.provides.removeAll() },
        ]
        #expect(changed.allSatisfy { $0.knownContentID(of: artifact) == nil })
        let same = tool.with { $0.wants = [] }
        #expect(same.knownContentID(of: artifact) == tool.knownContentID(of: artifact))
      }
    }
  }
}
