import Foundation
import Resolution
import ResolutionScenarios
import Testing

/// Complete explanations as the user reads them, one for each form.
@Suite struct ExplanationTests {
  @Test func `a need that contradicts a project requirement is explained`() async throws {
    var shelf = Shelf<Toy>()
    for version in 218...223 {
      shelf.add("fastlane", version, version < 220 ? [:] : ["ruby": .from(26)])
    }
    for version in 24...30 { shelf.add("ruby", version) }
    let text = try await transcript(
      shelf, "Toolfile:9 fastlane >= 220", "Toolfile:3 ruby = 25")
    #expect(
      text == """
        because every version of fastlane >= 220 needs ruby >= 26
        and Toolfile:3 requires ruby = 25,
        fastlane >= 220 (Toolfile:9) cannot be satisfied
        hint: ruby >= 26 in place of = 25 at Toolfile:3
        hint: fastlane = 219 in place of >= 220 at Toolfile:9
        """)
  }

  @Test func `a chain of needs is explained step by step`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["b": .from(1)])
    shelf.add("b", 1, ["c": .from(1)])
    shelf.add("c", 1, ["d": .from(2)])
    shelf.add("d", 1)
    shelf.add("d", 2)
    let text = try await transcript(shelf, "Toolfile:1 a", "Toolfile:2 d < 2")
    #expect(
      text == """
        because a 1 needs b >= 1
        and b 1 needs c >= 1,
        a 1 needs c >= 1
        and because c 1 needs d >= 2
        and Toolfile:2 requires d < 2,
        a (Toolfile:1) cannot be satisfied
        hint: d >= 2 in place of < 2 at Toolfile:2
        """)
  }

  @Test func `two lines of reasoning are explained with a numbered step`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("foo", 10, ["a": .major(1), "b": .major(1)])
    shelf.add("foo", 11, ["x": .major(1), "y": .major(1)])
    shelf.add("a", 10, ["b": .major(2)])
    shelf.add("b", 10)
    shelf.add("b", 20)
    shelf.add("x", 10, ["y": .major(2)])
    shelf.add("y", 10)
    shelf.add("y", 20)
    let text = try await transcript(shelf, "Toolfile:1 foo >= 10")
    #expect(
      text == """
        because a 10 needs b >= 20, < 30
        and foo 10 needs b >= 10, < 20,
        a and foo 10 are incompatible
        and because foo 10 needs a >= 10, < 20,
        foo 10 cannot be used (1)

        because x 10 needs y >= 20, < 30
        and foo 11 needs y >= 10, < 20,
        foo 11 and x are incompatible
        and because foo 11 needs x >= 10, < 20,
        foo 11 cannot be used
        and because foo 10 cannot be used (1),
        foo >= 10 (Toolfile:1) cannot be satisfied
        """)
  }

  @Test func `two short lines of reasoning are explained without numbers`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["b": IntegerSet(only: 1)])
    shelf.add("a", 2, ["b": IntegerSet(only: 2)])
    shelf.add("b", 1, ["a": IntegerSet(only: 2)])
    shelf.add("b", 2, ["a": IntegerSet(only: 1)])
    let text = try await transcript(shelf, "Toolfile:1 b")
    #expect(
      text == """
        because a 2 needs b = 2
        and b 1 needs a = 2,
        b 1 cannot be used

        because b 2 needs a = 1
        and a 1 needs b = 1,
        b 2 cannot be used
        so b (Toolfile:1) cannot be satisfied
        """)
  }

  @Test func `a requirement that no version meets names the nearest versions`() async throws {
    var shelf = Shelf<Toy>()
    for version in [1, 2, 6] { shelf.add("ruff", version) }
    let text = try await transcript(shelf, "Toolfile:4 ruff >= 3, < 5")
    #expect(
      text == """
        because no version of ruff matches >= 3, < 5,
        ruff >= 3, < 5 (Toolfile:4) cannot be satisfied
        hint: the nearest versions of ruff are [2, 6]
        hint: ruff = 6 in place of >= 3, < 5 at Toolfile:4
        """)
  }

  @Test func `an overlap of ranges without a release is explained`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("foo", 1, ["shared": IntegerSet(20...29)])
    shelf.add("bar", 1, ["shared": IntegerSet(29...39)])
    shelf.add("shared", 25)
    shelf.add("shared", 35)
    let text = try await transcript(shelf, "Toolfile:1 foo", "Toolfile:2 bar")
    #expect(
      text == """
        because foo 1 needs shared >= 20, < 30
        and bar 1 needs shared >= 29, < 40,
        bar and foo together need shared = 29
        and because no version of shared matches = 29
        and Toolfile:2 requires bar,
        foo (Toolfile:1) cannot be satisfied
        hint: the nearest versions of shared are [25, 35]
        """)
  }

  @Test func `ranges with the same releases are told apart`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("foo", 1, ["shared": IntegerSet(20...29)])
    shelf.add("foo", 2, ["shared": IntegerSet(20...27)])
    shelf.add("shared", 25)
    shelf.add("shared", 35)
    let text = try await transcript(shelf, "Toolfile:1 foo", "Toolfile:2 shared = 35")
    #expect(
      text == """
        because foo 2 needs shared >= 20, < 28
        and foo 1 needs shared >= 20, < 30,
        every version of foo that can be used needs shared >= 20, < 30
        and because Toolfile:2 requires shared = 35,
        foo (Toolfile:1) cannot be satisfied
        hint: shared >= 20, < 28 in place of = 35 at Toolfile:2
        """)
  }

  @Test func `an unknown package is explained with similar names`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("app", 1, ["rubby": .all])
    shelf.similar["rubby"] = ["ruby"]
    let text = try await transcript(shelf, "Toolfile:1 app")
    #expect(
      text == """
        because app 1 needs rubby
        and there is no tool rubby,
        app (Toolfile:1) cannot be satisfied
        hint: not rubby, but ["ruby"]?
        """)
  }

  @Test(arguments: [
    (
      Obstacle.prerelease,
      """
      because no version of ruff >= 2 is eligible,
      ruff >= 2 (Toolfile:4) cannot be satisfied
      hint: ruff 2 exists, but is a prerelease
      hint: ruff = 2 in place of >= 2 at Toolfile:4
      hint: ruff = 1 in place of >= 2 at Toolfile:4
      """
    ),
    (
      .yanked(reason: "broken build"),
      """
      because no version of ruff >= 2 is eligible,
      ruff >= 2 (Toolfile:4) cannot be satisfied
      hint: ruff 2 exists, but was yanked: broken build
      hint: ruff = 2 in place of >= 2 at Toolfile:4
      hint: ruff = 1 in place of >= 2 at Toolfile:4
      """
    ),
    (
      .cooldown(released: 1_700_000_000, eligible: 1_700_259_200),
      """
      because no version of ruff >= 2 is eligible,
      ruff >= 2 (Toolfile:4) cannot be satisfied
      hint: ruff 2 exists, but is 259200 seconds too young
      hint: ruff = 2 in place of >= 2 at Toolfile:4
      hint: ruff = 1 in place of >= 2 at Toolfile:4
      """
    ),
    (
      .platforms(["macos-x64"]),
      """
      because no version of ruff >= 2 is eligible,
      ruff >= 2 (Toolfile:4) cannot be satisfied
      hint: ruff 2 exists, but is not for macos-x64
      hint: ruff = 1 in place of >= 2 at Toolfile:4
      """
    ),
  ])
  func `a version that is not eligible is explained`(obstacle: Obstacle, hint: String) async throws
  {
    var shelf = Shelf<Toy>()
    shelf.add("ruff", 1)
    shelf.releases["ruff"]?.insert(
      PackageRelease(2, obstacles: [obstacle], dependencies: []), at: 0)
    let text = try await transcript(shelf, "Toolfile:4 ruff >= 2")
    #expect(text == hint)
  }

  @Test func `two requirements without a common release are both named`() async throws {
    var shelf = Shelf<Toy>()
    for version in [1, 5] { shelf.add("ruff", version) }
    let text = try await transcript(shelf, "Toolfile:4 ruff > 2", ".tool-version:1 ruff < 4")
    #expect(
      text == """
        because Toolfile:4 requires ruff >= 3
        and .tool-version:1 requires ruff < 4,
        ruff = 3 is required
        and because no version of ruff matches = 3,
        no version of ruff can be used
        hint: the nearest versions of ruff are [1, 5]
        hint: ruff = 1 in place of >= 3 at Toolfile:4
        hint: ruff = 5 in place of < 4 at .tool-version:1
        """)
  }

  @Test func `contradicting requirements are named with their origins`() async throws {
    let text = try await transcript(
      Shelf<Toy>(), "Toolfile:3 node > 20", ".tool-version:1 node = 18")
    #expect(
      text == """
        because Toolfile:3 requires node >= 21
        and .tool-version:1 requires node = 18,
        which contradict each other: no version of node can be used
        """)
  }

  @Test func `a self-contradicting requirement is explained`() async throws {
    let text = try await transcript(Shelf<Toy>(), "Toolfile:3 node > 2, < 1")
    #expect(
      text == """
        because Toolfile:3 requires node none,
        which contradicts itself: no version of node can be used
        """)
  }

  @Test func `a package that needs another version of itself is explained`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["a": IntegerSet(only: 2)])
    shelf.add("a", 2, ["a": IntegerSet(only: 1)])
    let text = try await transcript(shelf, "Toolfile:1 a")
    #expect(
      text == """
        because a 2 needs itself to be = 1
        and a 1 needs itself to be = 2,
        a (Toolfile:1) cannot be satisfied
        """)
  }

  @Test func `gaps between self-excluding versions are not mentioned`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("a", 1, ["a": IntegerSet(from: 2, upTo: nil)])
    shelf.add("a", 4, ["a": IntegerSet(from: nil, upTo: 4)])
    let text = try await transcript(shelf, "Toolfile:1 a")
    #expect(text.hasSuffix("a (Toolfile:1) cannot be satisfied"))
    #expect(!text.contains("no version of a matches"))
    #expect(!text.contains("nearest"))
  }

  @Test func `versions with unknown needs are explained`() async throws {
    var shelf = Shelf<Toy>()
    shelf.releases["a"] = [PackageRelease(2), PackageRelease(1)]
    let text = try await transcript(shelf, "Toolfile:1 a")
    #expect(
      text == """
        because a 1 needs not on the shelf, which is not a valid requirement
        and a 2 needs not on the shelf, which is not a valid requirement,
        a (Toolfile:1) cannot be satisfied
        """)
  }

  @Test func `incompatible project packages are explained`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("foo", 1, ["shared": IntegerSet(only: 2)])
    shelf.add("bar", 1, ["shared": IntegerSet(only: 4)])
    shelf.add("shared", 2)
    shelf.add("shared", 4)
    let text = try await transcript(shelf, "Toolfile:1 foo", "Toolfile:2 bar")
    #expect(
      text == """
        because foo 1 needs shared = 2
        and bar 1 needs shared = 4,
        bar and foo are incompatible
        and because Toolfile:2 requires bar,
        foo (Toolfile:1) cannot be satisfied
        """)
  }

  @Test func `the documented conflict has the documented explanation`() async throws {
    var shelf = Shelf<Toy>()
    shelf.add("app", 2, ["left": .all, "right": .all])
    shelf.add("left", 1, ["base": IntegerSet(only: 1)])
    shelf.add("right", 1, ["base": IntegerSet(only: 2)])
    shelf.add("base", 1)
    shelf.add("base", 2)
    let text = try await transcript(shelf, "Toolfile:1 app")
    let documentationPage = try String(contentsOfFile: Self.documentationPage, encoding: .utf8)
    #expect(documentationPage.contains("```\n\(text)\n```"), "\(text)")
  }

  @Test func `the code links only to existing headings of the documentation`() throws {
    let documentationPage = try String(contentsOfFile: Self.documentationPage, encoding: .utf8)
    let anchors = Set(
      documentationPage.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.split(separator: " ").joined(separator: "-")
      })
    var links = 0
    for name in Self.linkingFiles {
      let code = try String(contentsOfFile: "\(Self.module)/\(name).swift", encoding: .utf8)
      for link in code.split(separator: "<doc:Resolution#").dropFirst() {
        links += 1
        let anchor = link.prefix { $0 != ">" }
        #expect(anchors.contains(String(anchor)), "\(name): \(anchor)")
      }
    }
    #expect(links >= Self.linkingFiles.count)
  }

  /// The source files that link to headings of the documentation page.
  private static let linkingFiles = [
    "PubGrub/Decider", "PubGrub/Decider+Improvement", "PubGrub/DecisionQueue", "PubGrub/Fact",
    "PubGrub/Incompatibility", "PubGrub/ReleaseTable",
    "PubGrub/PartialSolution", "PubGrub/ReleaseSet", "PubGrub/Search",
    "PubGrub/Search+Needs", "PubGrub/Search+Prereleases",
    "PubGrub/Solver", "PubGrub/Solver+Conflicts", "PubGrub/Solver+Propagation", "PubGrub/Term",
    "PubGrub/TermSubject", "PubGrub/WatchedTerms", "Report/DerivationGraph", "Report/Explanation",
    "Report/ExplanationBuilder", "Report/HintFinder", "Report/ProofTranslation", "Report/Remedy",
    "Report/VersionCells", "Universe/Universe",
  ]

  /// The folder of the module's source files.
  private static let module =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Sources/Resolution"

  /// The path of the documentation page of the module.
  private static let documentationPage = "\(module)/Resolution.docc/Resolution.md"
}

/// Returns the explanation and hints of a search that has no solution, or `solved` if it has one.
func transcript(_ shelf: Shelf<Toy>, _ wanted: String...) async throws -> String {
  let outcome = try await Resolver(provider: shelf).resolve(wanted.map(Dependency.init(line:)))
  guard case .conflict(let report) = outcome else { return "solved" }
  let rows =
    ExplanationFormatter<Toy>.rows(of: report) + report.hints.map(ExplanationFormatter<Toy>.hint)
  return rows.joined(separator: "\n")
}
