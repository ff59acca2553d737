import Filesystem
import Sandboxes
import Testing

@Suite struct ExchangeTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
    for name in ["a", "b"] {
      try scratch.path.appending("\(name)/\(name)").makeDirectories()
    }
  }

  @Test func `two folders are exchanged`() throws {
    let (one, other) = (scratch.path.appending("a"), scratch.path.appending("b"))
    guard try one.exchange(with: other) else { return }
    #expect(try one.entries() == ["b"])
    #expect(try other.entries() == ["a"])
    #expect(throws: FileError.self) { try one.exchange(with: scratch.path.appending("missing")) }
  }
}
