import Sandboxes
import Testing

@testable import Filesystem

@Suite struct HiddenNamesTests {
  @Test func `hidden names begin with a period, and are not the directory or its parent`() throws {
    let scratch = try TemporaryDirectory()
    for name in ["a", ".b", "c.d", "..e", "..."] { try scratch.file(name) }
    let names = try Directory.open(scratch.path).hiddenNames()
    #expect(names.sorted() == ["...", "..e", ".b"])
  }
}
