import Filesystem
import Sandboxes
import Selection
import Testing

@testable import Shims

@Suite struct LatestChangesTests {
  private let folder: TemporaryDirectory
  private let identity: FileIdentity

  init() throws {
    folder = try TemporaryDirectory()
    let file = folder.path.appending("file")
    try file.createEmptyFile()
    identity = try #require(FileIdentity(of: PathText(file.bytes)))
  }

  @Test func `a file may be read two steps of its clock after its last change`() {
    var changes = LatestChanges()
    #expect(changes.settlingTime(now: 0) == 0)
    changes.add(identity, isComparable: true)
    let changed = identity.changed
    #expect(changes.settlingTime(now: changed) == 20_001)
    #expect(changes.settlingTime(now: changed + 19_000_000) == 1001)
    #expect(changes.settlingTime(now: changed + 20_000_000) == 0)
    #expect(changes.settlingTime(now: .min) == nil)
  }

  @Test func `the time may be late by a step, but a file of the future is not waited for`() {
    let changes = LatestChanges(identity, isComparable: true)
    let changed = identity.changed
    #expect(changes.settlingTime(now: changed - 10_000_000) == 30_001)
    #expect(changes.settlingTime(now: changed - 10_000_001) == nil)
  }

  @Test func `nobody waits for a file that another clock dates`() {
    var changes = LatestChanges()
    changes.add(identity, isComparable: false)
    #expect(changes.settlingTime(now: identity.changed + 3_999_999_999) == nil)
    #expect(changes.settlingTime(now: identity.changed + 4_000_000_000) == 0)
  }
}
