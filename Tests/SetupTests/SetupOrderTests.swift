import Manifests
import Setup
import Testing
import Vocabulary

@Suite struct `The order of hooks` {
  /// Returns the names of the hooks before each phase, and of those after all of them.
  private func order(_ text: String) throws -> [[String]] {
    let toolfile = try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
    return SetupOrder(toolfile.hooks, among: toolfile.hooks).hooks.map { $0.map(\.name.text) }
  }

  @Test func `puts a hook after the tools, in the order of the file`() throws {
    #expect(
      try order("hook \"b\", run: \"true\"\nhook \"a\", run: \"true\"\n")
        == [[], [], [], ["b", "a"], []])
  }

  @Test func `puts a hook after the steps that it names, as early as possible`() throws {
    let text = """
      hook "last", run: "true", after: "shell"
      hook "second", run: "true", after: ["first", "host"]
      hook "first", run: "true", after: "system"
      hook "third", run: "true", after: ["second", "tools"]

      """
    #expect(try order(text) == [[], ["first"], ["second"], ["third"], ["last"]])
  }

  @Test func `does not wait for hooks of other platforms`() throws {
    let text = """
      hook "other", run: "true", after: "shell"
      hook "own", run: "true", after: ["other", "tools"]

      """
    let hooks = try Toolfile(parsing: Array(text.utf8), path: "Toolfile").hooks
    let order = SetupOrder(hooks.filter { $0.name.text == "own" }, among: hooks)
    #expect(order.hooks.map { $0.map(\.name.text) } == [[], [], [], ["own"], []])
  }
}
