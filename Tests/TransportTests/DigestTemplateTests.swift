import Foundation
import Testing

@testable import Transport

@Suite struct DigestTemplateTests {
  @Test(arguments: [
    ("https://f.example/{sha256}", "https://f.example/{7}", true),
    ("https://F.example:443/{sha256}", "https://f.example/{7}", true),
    ("https://f.example/{sha256}", "https://F.example:443//{7}", true),
    ("https://f.example/{sha256}/{sha256}", "https://f.example/{7}/{7}", true),
    ("https://f.example/{sha256}/{sha256}", "https://f.example/{7}/{8}", false),
    ("https://f.example/sha256:{sha256}.zip", "https://f.example/sha256:{7}.zip", true),
    ("https://f.example/a?d={sha256}&x=1", "https://f.example/a?d={7}&x=1", true),
    ("https://f.example/a?d={sha256}&x=1", "https://f.example/a?d={7}&x=2", false),
    ("https://f.example/{sha256}", "https://f.example/{7}/a", false),
    ("https://f.example/{sha256}", "https://f.example/a/{7}", false),
    ("https://f.example/{sha256}", "https://f.example:8443/{7}", false),
    ("https://f.example/{sha256}", "http://f.example/{7}", false),
  ])
  func `a template covers its files in every spelling`(
    _ template: String, _ text: String, _ isCovered: Bool
  ) throws {
    let address = ["7", "8"].reduce(text) { text, digit in
      text.replacing("{\(digit)}", with: String(repeating: digit, count: 64))
    }
    let mirror = try #require(DigestTemplate(template))
    #expect(mirror.covers(try WebAddress(address)) == isCovered)
  }
}
