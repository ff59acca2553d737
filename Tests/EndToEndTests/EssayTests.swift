import Foundation
import Snapshots
import Testing

/// The page about a tool's path links to the types that implement it.
@Suite struct EssayTests {
  private static let essay = URL(
    fileURLWithPath: "../Sources/bootstrap/bootstrap.docc/FromToolfileToPATH.md",
    relativeTo: Snapshot.fixtures)

  @Test func `each link of the way leads to a file that declares what it names`() throws {
    let text = try String(contentsOf: Self.essay, encoding: .utf8)
    let links = text.matches(of: /\[`(\w+)(?:\.(\w+))?`\]\(([^)]+)\)/)
    // Every link on the page has this form.
    #expect(links.count == text.matches(of: /\]\(/).count)
    #expect(links.count > 30)
    for link in links {
      let file = URL(fileURLWithPath: String(link.3), relativeTo: Self.essay)
      let code = try String(contentsOf: file, encoding: .utf8)
      let type = try Regex("(struct|enum|class|protocol|extension) \(link.1)\\b")
      #expect(code.contains(type), "\(link.3) does not declare \(link.1)")
      if let member = link.2 {
        let declaration = try Regex("(func|var) \(member)\\b")
        #expect(code.contains(declaration), "\(link.3) does not declare \(member)")
      }
    }
  }
}
