import Testing
import TextSearch

@Suite struct NearestNamesTests {
  @Test(arguments: [
    ("instal", ["install"]), ("isntall", ["install"]), ("lcok", ["lock"]), ("exe", ["exec"]),
    ("chekc", ["check"]), ("zzz", []), ("", []), ("LOCK", []),
    ("list", ["list"]), ("versions", ["version", "versions"]),
  ])
  func `a misspelled word finds similar commands`(word: String, nearest: [String]) {
    let names = ["install", "lock", "exec", "check", "list", "version", "versions"]
    #expect(Set(nearestNames(to: word, in: names)).isSuperset(of: nearest))
    if nearest.isEmpty { #expect(nearestNames(to: word, in: names) == []) }
  }

  @Test func `at most three names are returned, nearest first`() {
    let names = ["abcdefgh", "abcdefgx", "abcdefxx", "abcdexgh", "xbcdefgh"]
    #expect(nearestNames(to: "abcdefgh", in: names) == ["abcdefgh", "abcdefgx", "abcdexgh"])
  }

  @Test func `more edits can be allowed for names that are unlike each other`() {
    let names = ["directory", "github", "pypi", "url"]
    for word in ["pip", "pipy", "pypo"] {
      #expect(nearestNames(to: word, in: names, allowing: 2) == ["pypi"])
    }
    #expect(nearestNames(to: "pip", in: names) == [])
    #expect(nearestNames(to: "uv", in: names, allowing: 2) == [])
    #expect(nearestNames(to: "", in: names, allowing: 2) == [])
  }

  @Test(arguments: [
    ("fastlan", "fastlane"), ("rfuf", "ruff"), ("swift-format", nil), ("mim", nil), ("raff2", nil),
  ])
  func `only one edit of a letter is surely a misspelling`(word: String, name: String?) {
    let names = ["fastlane", "ruff", "swiftformat", "mine", "mint", "min", "mime"]
    #expect(misspelledName(word, in: names) == name)
  }

  @Test func `two transposed letters count as one edit`() {
    #expect(nearestNames(to: "ab", in: ["ba"]) == ["ba"])
    #expect(nearestNames(to: "ab", in: ["xy"]) == [])
  }
}
