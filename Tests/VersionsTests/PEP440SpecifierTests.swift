import Testing

@testable import Versions

struct PEP440SpecifierTests {
  @Test(arguments: [
    "1.0", "~=1", "=1.0", ">1.0+local", "~=1.0+local", "==1.0.dev1.*", "==1.0+a.*", ">=1.*",
    "~=1.0.*", "== ", "===", "===a b", ">=x", "^1", ">=1.0 <2",
  ])
  func `what is no specifier is refused`(text: String) {
    #expect(
      throws: PEP440SpecifierError.malformed(
        clause: text.split(separator: ",").first.map {
          $0.last == " " ? String($0.dropLast()) : String($0)
        } ?? "")
    ) {
      try PEP440Specifier(parsing: text)
    }
  }

  @Test func `a specifier has a limit`() {
    let text = String(repeating: ">=1,", count: 2000)
    #expect(throws: PEP440SpecifierError.tooLong(byteCount: 8000)) {
      try PEP440Specifier(parsing: text)
    }
  }

  @Test func `clauses join, and an empty one says nothing`() throws {
    let specifier = try PEP440Specifier(parsing: " >=3.8, !=3.9.*, <4 , ")
    #expect(specifier.description == ">=3.8, !=3.9.*, <4 ,")
    for (version, isContained) in [
      ("3.8", true), ("3.9", false), ("3.9.7", false), ("3.9a1", false), ("3.10", true),
      ("4", false), ("4a1", false), ("3.7", false), ("3.8rc1", false), ("nonsense", false),
    ] {
      #expect(specifier.contains(version) == isContained, "\(version)")
    }
    let everything = try PEP440Specifier(parsing: "")
    #expect(everything.contains("1.0") && everything.versions == .all)
  }

  @Test(arguments: [
    (">=1.0", false), (">=1.0rc1", true), ("!=1.0rc1", false), ("===1.0.dev1", true),
    (">=1,<2.dev0", true),
  ])
  func `a prerelease is named, or not`(text: String, isNamed: Bool) throws {
    #expect(try PEP440Specifier(parsing: text).namesPrerelease == isNamed)
  }
}
