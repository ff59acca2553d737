import Testing
import Vocabulary

@testable import Gems

@Suite struct GemPlatformTests {
  @Test(arguments: [
    ("x86_64-linux-gnu", "x86_64-linux-gnu"), ("i686-linux", "x86-linux"),
    ("universal-darwin8.0", "universal-darwin-8"), ("jruby", "java"), ("", "ruby"),
    ("x86_64-linux-", "x86_64-linux"), ("x86_64-plan9", "x86_64-unknown"),
  ])
  func `a platform has a normal form`(text: String, normal: String) {
    #expect(GemPlatform(text).text == normal)
  }

  @Test func `a gem for the platform comes before a generic one`() {
    let texts = ["ruby", "x86_64-linux", "x86_64-linux-gnu", "x86_64-linux-musl", "java"]
    let matching = texts.map { GemPlatform($0) }.filter { $0.matches(.linuxX64) }
    let ordered = matching.sorted {
      $0.specificity(for: .linuxX64) < $1.specificity(for: .linuxX64)
    }
    #expect(ordered.map(\.text) == ["x86_64-linux", "x86_64-linux-gnu", "ruby"])
  }

  @Test func `a gem for glibc does not run with musl`() {
    #expect(!GemPlatform("x86_64-linux-gnu").matches(.linuxX64Musl))
    #expect(GemPlatform("x86_64-linux").matches(.linuxX64Musl))
  }
}
