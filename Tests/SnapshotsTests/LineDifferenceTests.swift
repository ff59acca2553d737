import Snapshots
import Testing

@Suite struct LineDifferenceTests {
  @Test func `a difference shows what was expected before what came instead`() {
    let difference = lineDifference(from: "one\ntwo\nthree\n", to: "one\n2\nthree\n")
    #expect(difference == "    one\n  - two\n  + 2\n    three")
  }

  @Test func `a text that ends without a newline differs from one that does`() {
    #expect(lineDifference(from: "one\n", to: "one") == "    one\n  - ")
    #expect(lineDifference(from: "", to: "one\n") == "  + one")
  }
}
