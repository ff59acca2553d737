import Snapshots
import Testing

@Suite struct LineDifferenceTests {
  @Test func `a difference shows the expected lines before the actual ones`() {
    let difference = lineDifference(from: "one\ntwo\nthree\n", to: "one\n2\nthree\n")
    #expect(difference == "    one\n  - two\n  + 2\n    three")
  }

  @Test func `a missing final newline is a difference`() {
    #expect(lineDifference(from: "one\n", to: "one") == "    one\n  - ")
    #expect(lineDifference(from: "", to: "one\n") == "  + one")
  }
}
