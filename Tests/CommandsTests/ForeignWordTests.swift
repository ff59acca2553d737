import Diagnostics
import Filesystem
import Terminal
import Testing

@testable import Commands

/// The words of other programs that are answered with a command of bootstrap.
@Suite struct ForeignWordTests {
  private static let commands = MainProgram.syntaxes

  @Test func `each word occurs once, and is no command`() {
    let words = ForeignWord.lines.flatMap(\.words)
    #expect(words.count == Set(words).count)
    #expect(Set(words).isDisjoint(with: MainProgram.syntaxes.flatMap(\.names)))
  }

  @Test(arguments: [
    ("set", ["bootstrap local TOOL VERSION"]),
    ("rm", ["bootstrap remove TOOL", "bootstrap uninstall TOOL@VERSION"]),
    ("reshim", ["bootstrap rehash"]), ("install-all", ["bootstrap install"]),
    ("gc", ["bootstrap prune"]),
  ])
  func `a word has counterparts`(_ word: String, _ lines: [String]) {
    #expect(ForeignWord.counterparts(of: word) == lines)
  }

  @Test(arguments: [
    ("set node@24.1.0", ["bootstrap local node 24.1.0"]),
    ("set node 24", ["bootstrap local node 24"]), ("set node", ["bootstrap local node VERSION"]),
    ("set FOO=1", []), ("pin node", ["bootstrap hold node", "bootstrap local node VERSION"]),
    ("pin ruff 0.16.0", ["bootstrap local ruff 0.16.0"]),
    ("unpin ruff", ["bootstrap hold --remove ruff", "bootstrap local --unset ruff"]),
    ("unhold ruff", ["bootstrap hold --remove ruff", "bootstrap local --unset ruff"]),
    ("deps ruff node", ["bootstrap tree ruff node"]), ("deps", ["bootstrap tree"]),
    ("bundle exec fastlane beta", ["bootstrap exec fastlane beta"]),
    ("bundle exec --keep ruff", ["bootstrap exec --keep ruff"]),
    ("bundle", ["bootstrap install"]), ("gem install fastlane", ["bootstrap install fastlane"]),
    ("mint run swiftlint --fix", ["bootstrap x swiftlint --fix"]),
    ("brew install jq", ["bootstrap install jq"]),
    ("brew rm jq@1.7", ["bootstrap uninstall jq@1.7"]),
    ("brew services", []), ("asdf ls-remote node", ["bootstrap versions --available node"]),
    ("where --verbose node", ["bootstrap prefix node"]),
    ("rm node@24", ["bootstrap uninstall node@24"]),
    ("rm node", ["bootstrap remove node", "bootstrap uninstall node@VERSION"]),
    ("plugin add nodejs", ["bootstrap search nodejs"]), ("plugin add", ["bootstrap search WORD"]),
    ("each swiftlint --fix a@b", ["bootstrap exec -- swiftlint --fix a@b"]),
    ("latest $(reboot)", ["bootstrap versions --available '$(reboot)'"]),
  ])
  func `the counterparts contain the arguments`(_ typed: String, _ lines: [String]) {
    let words = typed.split(separator: " ").map(String.init)
    let found = ForeignWord.counterparts(
      of: words[0], with: Array(words.dropFirst()), among: Self.commands)
    #expect(found == lines)
  }

  @Test(arguments: [
    ("list node", ["bootstrap versions node"]),
    ("ls all node", ["bootstrap versions --available node"]),
    ("env node --version", ["bootstrap exec -- node --version"]), ("root 1", []),
    ("env node@24 -- node --version", ["bootstrap x node@24 -- node --version"]),
  ])
  func `an unexpected argument has counterparts`(_ typed: String, _ lines: [String]) {
    let words = ["bootstrap"] + typed.split(separator: " ").map(String.init)
    let error = #expect(throws: Program.UsageError.self) {
      try Program(
        commandLine: words.map { Array($0.utf8) }, environment: Environment([:]),
        commands: MainProgram.syntaxes)
    }
    guard case .unexpectedArgument(_, _, let counterparts)? = error?.problem else {
      Issue.record("another problem")
      return
    }
    #expect(counterparts == lines)
  }

  @Test func `a misspelled command has none`() {
    #expect(ForeignWord.counterparts(of: "instal").isEmpty)
  }
}
