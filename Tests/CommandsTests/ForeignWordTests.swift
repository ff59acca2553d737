import Diagnostics
import Filesystem
import Terminal
import Testing

@testable import Commands

/// The words of other programs that are answered with a command of bootstrap.
@Suite struct ForeignWordTests {
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
    ("pin node", ["bootstrap hold node", "bootstrap local node VERSION"]),
    ("where --verbose node", ["bootstrap prefix node"]),
    ("rm node@24", ["bootstrap remove node", "bootstrap uninstall node@24"]),
    ("plugin add nodejs", ["bootstrap search nodejs"]), ("plugin add", ["bootstrap search WORD"]),
    ("each swiftlint --fix a@b", ["bootstrap exec -- swiftlint --fix a@b"]),
    ("latest $(reboot)", ["bootstrap versions --available '$(reboot)'"]),
  ])
  func `the counterparts contain the arguments`(_ typed: String, _ lines: [String]) {
    let words = typed.split(separator: " ").map(String.init)
    #expect(ForeignWord.counterparts(of: words[0], with: Array(words.dropFirst())) == lines)
  }

  @Test(arguments: [
    ("list node", ["bootstrap versions node"]),
    ("ls all node", ["bootstrap versions --available node"]),
    ("env node --version", ["bootstrap exec -- node --version"]), ("root 1", []),
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
