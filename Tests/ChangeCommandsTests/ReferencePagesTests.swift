import Foundation
import Testing

@testable import ChangeCommands

/// Tests that the reference pages match the descriptions in the program.
@Suite struct ReferencePagesTests {
  private static func page(_ name: String) throws -> String {
    let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    let path = top.joined(separator: "/") + "/Sources/bootstrap/bootstrap.docc/\(name).md"
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `the page about commands is what the program prints`() throws {
    let page = try Self.page("Commands")
    let isCurrent = page == CommandsPage(ChangeProgram.allCommands).text
    #expect(isCurrent, "regenerate it with `bootstrap help --markdown`")
  }

  @Test func `the page about settings and the manual page describe the same variables`() throws {
    let page = try Self.page("Settings").replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
    let rows = page.matches(of: /(?m)^\| `([A-Z_<>]+)` \| (.*) \| (.*) \|$/)
    #expect(rows.count > 8)
    #expect(
      rows.map { [$0.1, $0.2, $0.3].joined(separator: ": ") }
        == EnvironmentVariable.all.map { "\($0.name): \($0.defaultValue): \($0.meaning)" })
  }
}
