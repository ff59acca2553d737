import Foundation
import Resolution
import ResolutionScenarios
import Testing

/// The forms in which corpora write requirements. Each has a corpus of its own among the fixtures,
/// because the resolver tests of other projects, which may be absent, do not use them all.
@Suite struct DialectTests {
  /// The folder of the fixtures.
  private static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/") + "/Fixtures/Resolution"

  @Test func `each dialect has a corpus`() throws {
    let dialects = Set(try Scenario.load(folder: Self.folder).map(\.world.dialect))
    #expect(dialects == [.rubygems, .pub, .pep440, .poetry, .ranges])
  }

  @Test(arguments: try Scenario.load(folder: folder))
  func `a scenario has the expected outcome`(_ scenario: Scenario) async throws {
    let outcome = try await Resolver(provider: scenario.world).resolve(scenario.requirements)
    switch (scenario.expectation, outcome) {
    case (.solution(let expected), .solution(let solution)):
      #expect(
        solution.versions == expected.mapValues(scenario.world.dialect.version), "\(scenario.id)")
    case (.failure, .conflict): break
    default: Issue.record("\(scenario.id): \(outcome)")
    }
  }
}
