import Diagnostics
import Manifests
import SourceKinds
import Testing

@testable import Workflows

/// The review of the needs between the definitions of a registry.
@Suite struct NeedReviewTests {
  /// Returns the faults in a registry whose tools need each other as `needs` states.
  private func faults(_ needs: [(tool: String, needed: [String])]) throws -> [SourceProblem.Fault] {
    let text = needs.map { tool, needed in
      let lines = needed.map { "  needs \"\($0)\"\n" }.joined()
      return "define \"\(tool)\" do\n  pypi \"\(tool)\"\n\(lines)end\n"
    }
    let registry = try RegistryText(parsing: Array(text.joined().utf8), path: "tools.rb")
    return NeedReview(registry.definitions, in: "tools.rb", .standard).problems.map(\.fault)
  }

  @Test("Each circle is reported once, without what leads to it or what it needs")
  func circles() throws {
    let faults = try faults([
      ("start", ["one"]), ("one", ["two"]), ("two", ["one", "bridge"]), ("bridge", ["three"]),
      ("three", ["end", "four", "five"]), ("four", ["end"]), ("five", ["three"]),
      ("end", []),
    ])
    #expect(
      faults == [
        .declaration(.cycleOfNeeds(["one", "two", "one"])),
        .declaration(.cycleOfNeeds(["three", "five", "three"])),
      ])
  }

  @Test("A chain of any length is no circle, until its last tool needs the first")
  func longChain() throws {
    let count = 2_000
    var needs = (0..<count).map { (tool: "tool\($0)", needed: ["tool\($0 + 1)"]) }
    needs.append(("tool\(count)", []))
    #expect(try faults(needs) == [])
    needs[count].needed = ["tool0"]
    #expect(
      try faults(needs) == [
        .declaration(.cycleOfNeeds((0...count).map { "tool\($0)" } + ["tool0"]))
      ])
  }
}
