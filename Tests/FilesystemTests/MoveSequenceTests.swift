import Filesystem
import Sandboxes
import Testing

@Suite struct MoveSequenceTests {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
    for name in ["a", "b"] {
      try scratch.path.appending("\(name)/\(name)").makeDirectories()
    }
  }

  @Test func `moves are undone in reverse order`() throws {
    var moves = MoveSequence()
    try moves.move(scratch.path.appending("a"), to: scratch.path.appending("c"))
    try moves.move(scratch.path.appending("b"), to: scratch.path.appending("a"))
    #expect(throws: FileError.self) {
      try moves.move(scratch.path.appending("missing"), to: scratch.path.appending("d"))
    }
    #expect(try scratch.path.entries() == ["a", "c"])
    moves.undo()
    #expect(try scratch.path.entries() == ["a", "b"])
    #expect(try scratch.path.appending("a").entries() == ["a"])
  }
}
