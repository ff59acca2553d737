import Testing
import Versions

@Suite struct RequirementTranslationTests {
  @Test(arguments: [
    ("==1.2", "= 1.2"), ("^1.2", "~> 1.2"), ("^1.2.0", "~> 1.2"), ("^1.2.3", ">= 1.2.3, < 2"),
    ("^0.2.3", "~> 0.2.3"), ("^0.2", "~> 0.2.0"), ("^0", "~> 0.0"), ("^0.0", "~> 0.0.0"),
    ("^0.0.3", "= 0.0.3"), ("^1", "~> 1.0"), ("^1.x", "~> 1.0"), ("^v1.2", "~> 1.2"),
    ("~1", "~> 1.0"), ("~1.2", "~> 1.2.0"), ("~1.2.3", "~> 1.2.3"), ("~=1.2", "~> 1.2"),
    ("1.x", "~> 1.0"), ("0.16.x", "~> 0.16.0"), ("=1.2.*", "~> 1.2.0"), ("1.2.3", "= 1.2.3"),
    (">=18 <21", ">= 18, < 21"), (">= 18, < 21", ">= 18, < 21"), ("=> 1", ">= 1"),
    ("=< 1", "<= 1"), ("<> 1", "!= 1"), (">=18.x", ">= 18"), ("<=18.x", "< 19"),
    (">18.1.x", ">= 18.2"), ("1.2 - 2", ">= 1.2, < 3"), ("1.2.3 - 2.3.4", ">= 1.2.3, <= 2.3.4"),
    ("~> 0.16.x", "~> 0.16.0"), ("~> 0.x", "~> 0.0"), (">= 0.16, < 1.x", ">= 0.16, < 1"),
    ("~> 0.16.latest", "~> 0.16.0"), ("*", ""), ("latest", ""), ("x", ""), (">=*", ""),
    ("v1.2.3", "= 1.2.3"),
  ])
  func `the syntax of other tools is translated`(_ text: String, expected: String) {
    #expect(Requirement(translating: text)?.description == expected)
  }

  @Test(arguments: [
    "", "lts", "18 || 20", "^18 || ^20", "1.2 - ", "a - b", "^1.2-beta", "<latest", "&& 1", "~",
    "!=1.x", ">=", "ref:main", "1..2", "^99999999999999999999", "é",
  ])
  func `what has no counterpart is not translated`(_ text: String) {
    #expect(Requirement(translating: text) == nil)
  }

  @Test(arguments: [
    ("20", "~> 20.0"), ("20.11", "~> 20.11.0"), ("20.11.1", "= 20.11.1"), ("20.x", "~> 20.0"),
    ("1.2.3-rc.1", "= 1.2.3-rc.1"), ("=20", "= 20"),
  ])
  func `a bare version can stand for those that begin with it`(_ text: String, expected: String) {
    #expect(Requirement(translating: text, bare: .prefix)?.description == expected)
  }
}
