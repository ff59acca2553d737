import Diagnostics
import Filesystem
import Layout
import Projects
import Sandboxes
import Testing
import Vocabulary

@Suite(.sandbox) struct GroupChoiceTests {
  @Test(arguments: [
    (["docs"], ["docs"], []), (["docs,lint"], ["docs", "lint"], []),
    (["docs", "without:lint"], ["docs"], ["lint"]), ([""], [], []),
    (["without:a without:b"], [], ["a", "b"]),
  ])
  func `words state a choice`(words: [String], with: [String], without: [String]) {
    let choice = GroupChoice(parsing: words)
    #expect(choice.with.sorted() == with)
    #expect(choice.without.sorted() == without)
    #expect(GroupChoice(parsing: choice.words) == choice)
  }

  @Test func `options take precedence for the groups that they name`() {
    let stated = GroupChoice(with: ["a", "b"], without: ["c", "d"])
    let options = GroupChoice(with: ["c"], without: ["a"])
    #expect(stated.overridden(by: options) == GroupChoice(with: ["b", "c"], without: ["a", "d"]))
    #expect(stated.overridden(by: []) == stated)
  }

  @Test func `a variable replaces the line of the project in the settings`() throws {
    let root = Root(FilePath(sandbox.root))
    let project = FilePath(sandbox.path("my app"))
    try sandbox.makeDirectory("my app")
    let subject = GroupChoice.subject(of: project)
    #expect(!subject.contains(" "))
    try sandbox.write("$ROOT/config", "jobs 4\ngroups \(subject) docs\ngroups /other lint\n")
    func stated(_ variables: [String: String] = [:]) -> GroupChoice {
      .stated(for: project, in: root, Environment(variables)) { $0.lastComponent }
    }
    #expect(stated().with == ["docs"])
    #expect(stated().origin == .file("config", line: 2))
    #expect(stated(["BOOTSTRAP_GROUPS": "without:docs"]).without == ["docs"])
    #expect(stated(["BOOTSTRAP_GROUPS": ""]).with == ["docs"])
    let other = FilePath(sandbox.path("elsewhere"))
    #expect(
      GroupChoice.stated(for: other, in: root, Environment([:])) { $0.string }.isEmpty)
  }
}
