import Filesystem
import Layout
import Sandboxes
import Selection
import Testing

@testable import Shims

@Suite struct FileSystemTimeTests {
  private let folder: TemporaryDirectory
  private let file: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    file = try folder.file("file")
  }

  private var state: (identity: FileIdentity, device: UInt64) {
    get throws { try #require(FileIdentity.withDevice(of: PathText(file.bytes))) }
  }

  @Test func `all who know the time wait together for a file changed after the probe`() throws {
    let time = try #require(FileSystemTime(in: folder.path))
    try file.replaceContents(with: "new".utf8)
    let (identity, device) = try state
    #expect(time.device == device)
    let changes = LatestChanges(identity, isComparable: true)
    let other = time
    #expect(time.wait(for: changes))
    #expect(time.now - identity.changed >= 20_000_000)
    #expect(changes.settlingTime(now: other.now) == 0)
    #expect(try folder.path.entries() == ["file"])
  }

  @Test func `a file that is dated in the future is not waited for`() throws {
    let (identity, device) = try state
    let time = FileSystemTime(identity.changed - 60_000_000_000, on: device)
    #expect(!time.wait(for: LatestChanges(identity, isComparable: true)))
  }

  @Test func `without a file to read it from, there is no time`() throws {
    let missing = folder.path.appending("missing")
    #expect(FileSystemTime(in: missing) == nil)
    let shared = SharedFileSystemTime(in: missing)
    #expect(shared.value == nil)
    try missing.makeDirectory()
    #expect(shared.value == nil)
    let other = SharedFileSystemTime(in: missing)
    #expect(other.value?.device == (try state.device))
  }

  @Test func `a state on another device is settled after four seconds`() throws {
    let (identity, device) = try state
    func areSettled(after age: Int64, on device: UInt64) -> Bool {
      var states = SealBasis.States(in: Root(folder.path))
      let files = [file, folder.path.appending("missing")]
      let time = FileSystemTime(identity.changed + age, on: device)
      #expect(states.examine(files, at: time) == [true, false])
      return states.areSettled
    }
    #expect(areSettled(after: 0, on: device))
    #expect(!areSettled(after: 1_000_000_000, on: device + 1))
    #expect(areSettled(after: 4_000_000_000, on: device + 1))
  }

  @Test func `an open file has the identity of its path until another takes its place`() throws {
    let open = try FileDescriptor.open(file, .read)
    #expect(FileIdentity(ofOpenFile: open.number) == (try state.identity))
    try file.replaceContents(with: [])
    #expect(FileIdentity(ofOpenFile: open.number) != (try state.identity))
  }
}
