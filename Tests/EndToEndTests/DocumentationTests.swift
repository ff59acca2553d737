import Foundation
import Snapshots
import Testing

/// The links from documentation pages to the declarations of types.
@Suite struct DocumentationTests {
  private static let folder = URL(
    fileURLWithPath: "../Sources/bootstrap/bootstrap.docc/", relativeTo: Snapshot.fixtures)

  @Test(arguments: [("FromToolfileToPATH.md", 30), ("Glossary.md", 25)])
  func `every link leads to a file that declares what the link names`(
    page: String, minimumCount: Int
  ) throws {
    let page = Self.folder.appending(path: page)
    let text = try String(contentsOf: page, encoding: .utf8)
    let links = text.matches(of: /\[`(\w+)(?:\.(\w+))?`\]\(([^)]+)\)/)
    // Every link on the page has this form.
    #expect(links.count == text.matches(of: /\]\(/).count)
    #expect(links.count > minimumCount)
    for link in links {
      let file = URL(fileURLWithPath: String(link.3), relativeTo: page)
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
