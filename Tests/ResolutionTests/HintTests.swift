import Resolution
import ResolutionScenarios
import Testing

/// Hints that were solved before they are suggested.
@Suite struct HintTests {
  @Test(arguments: [
    (Obstacle.prerelease, "is a prerelease"), (.yanked(reason: "broken"), "was yanked: broken"),
    (.cooldown(released: 0, eligible: 60), "is 60 seconds too young"),
    (.platforms(["arm64"]), "is not for arm64"),
  ])
  func `a hidden version that would do is the first hint`(
    obstacle: Obstacle, words: String
  )
    async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("app", 10, ["lib": IntegerSet(from: nil, upTo: 2)])
    shelf.add("app", 11, ["lib": IntegerSet(from: nil, upTo: 2)])
    shelf.add("app", 20, ["lib": .from(2)], obstacles: [obstacle])
    shelf.add("lib", 1)
    shelf.add("lib", 2)
    let text = try await transcript(shelf, "Toolfile:1 lib >= 2", "Toolfile:2 app")
    var isNamed = true
    if case .platforms = obstacle { isNamed = false }
    #expect(
      text == """
        because every version of app < 20 needs lib < 2
        and no version of app >= 20 is eligible,
        every version of app that can be used needs lib < 2
        and because Toolfile:1 requires lib >= 2,
        app (Toolfile:2) cannot be satisfied
        hint: app 20 exists, but \(words)
        \(isNamed ? "hint: app = 20 in place of any at Toolfile:2\n" : "")\
        hint: lib < 2 in place of >= 2 at Toolfile:1
        """)
  }

  @Test func `a change that resolves no conflict is not suggested`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("app", 1, ["lib": .from(2), "missing": .all])
    shelf.add("lib", 1)
    shelf.add("lib", 2)
    let text = try await transcript(shelf, "Toolfile:1 lib < 2", "Toolfile:2 app")
    #expect(!text.contains("in place of"))
  }
}
