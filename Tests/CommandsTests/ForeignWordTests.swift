import Terminal
import Testing

@testable import Commands

/// The words of other programs that are answered with a command of bootstrap.
@Suite struct ForeignWordTests {
  @Test func `each word occurs once, and is no command`() {
    let words = ForeignWord.lines.flatMap(\.words)
    #expect(words.count == Set(words).count)
    #expect(Set(words).isDisjoint(with: MainProgram.commands.map { $0.syntax.name }))
  }

  @Test(arguments: [
    ("use", ["bootstrap local TOOL VERSION"]), ("ls", ["bootstrap list", "bootstrap versions"]),
    ("rm", ["bootstrap remove TOOL", "bootstrap uninstall TOOL@VERSION"]),
    ("current", ["bootstrap version"]), ("reshim", ["bootstrap rehash"]),
    ("upgrade", ["bootstrap update"]), ("install-all", ["bootstrap install"]),
    ("gc", ["bootstrap prune"]),
  ])
  func `a word has counterparts`(_ word: String, _ lines: [String]) {
    #expect(ForeignWord.counterparts(of: word) == lines)
  }

  @Test func `a misspelled command has none`() {
    #expect(ForeignWord.counterparts(of: "instal").isEmpty)
  }
}
