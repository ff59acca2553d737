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
    // Every link on the page has this form, or leads to another page.
    #expect(links.count == text.matches(of: /\]\((?!\w+\.md\))/).count)
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

  @Test func `the page of promises names every invariant, and only tests that exist`() throws {
    let page = try String(
      contentsOf: Self.folder.appending(path: "Promises.md"), encoding: .utf8)
    let top = Self.folder.appending(path: "../../..")
    let invariants = try String(
      contentsOf: top.appending(path: "scripts/fault-harness/invariants.py"), encoding: .utf8)
    let names = invariants.matches(of: /@invariant\(\w+\)\ndef (\w+)/).map { String($0.1) }
    #expect(names.count > 10)
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }

    let suites = page.matches(of: /`(\w+Tests)`/).map { String($0.1) }
    #expect(suites.count > 5)
    let files = try #require(
      FileManager.default.enumerator(atPath: top.appending(path: "Tests").path))
    let existing = Set(files.compactMap { ($0 as? String)?.split(separator: "/").last })
    for suite in suites {
      #expect(existing.contains { $0 == "\(suite).swift" || $0 == suite }, "\(suite)")
    }
  }
}
