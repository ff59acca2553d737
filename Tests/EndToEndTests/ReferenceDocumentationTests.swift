import Foundation
import Snapshots
import Testing

/// The README and the pages for users: that they are complete, and that what they quote exists.
@Suite struct ReferenceDocumentationTests {
  private static let top = URL(fileURLWithPath: "..", relativeTo: Snapshot.fixtures)

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  private static func page(_ name: String) throws -> String {
    try text("Sources/bootstrap/bootstrap.docc/\(name).md")
  }

  /// Returns the paths of the files in a folder whose names end with `suffix`, relative to the top.
  private static func files(in path: String, _ suffix: String) throws -> [String] {
    let files = try #require(
      FileManager.default.enumerator(atPath: top.appending(path: path).path))
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.map {
      "\(path)/\($0)"
    }
  }

  /// The README and all pages, relative to the top.
  private static func pages() throws -> [String] {
    let folders = ["Sources/bootstrap/bootstrap.docc", ".github"]
    return try ["README.md"] + folders.flatMap { try files(in: $0, ".md") }
  }

  /// Returns the words that the headings of a page are linked by, as GitHub makes them.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.*)$/).map { match in
        match.1.lowercased().replacing(/[^\w\- ]/, with: "").replacing(" ", with: "-")
      })
  }

  @Test func `the README is short, and its links lead to every page`() throws {
    let readme = try Self.text("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 161)
    let comparison = try Self.page("Comparison")
    for page in try Self.pages().dropFirst() {
      // The pages for users of other tools are linked from their comparison.
      let name = page.split(separator: "/").last ?? ""
      let isLinked = readme.contains("](\(page))") || comparison.contains("](\(name))")
      #expect(isLinked, "\(page)")
    }
  }

  @Test func `every link leads to a file, and to a heading in it`() throws {
    for page in try Self.pages() {
      let text = try Self.text(page)
      let start = Self.top.appending(path: page)
      for link in text.matches(of: /\]\(([^)#\s]*)(?:#([^)\s]+))?\)/) {
        if link.1.contains("://") { continue }
        let file = link.1.isEmpty ? start : URL(fileURLWithPath: String(link.1), relativeTo: start)
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(link.0)")
        guard let anchor = link.2 else { continue }
        let target = try String(contentsOf: file, encoding: .utf8)
        #expect(Self.anchors(of: target).contains(String(anchor)), "\(page): \(link.0)")
      }
    }
  }

  @Test func `each setting has a row`() throws {
    let settings = try Self.page("Settings")
    let keys = try Self.text("Sources/Layout/SettingKey.swift")
      .matches(of: /SettingKey\("([a-z-]+)"/).map { $0.1 }
    #expect(keys.count > 7)
    for key in keys + ["index"] {
      let row = try Regex("(?m)^\\| `\(key)` \\|")
      #expect(settings.matches(of: row).count == 1, "\(key)")
    }
  }

  @Test func `each environment variable that a program reads is on a page`() throws {
    let settings = try Self.page("Settings")
    var names: Set<Substring> = []
    for file in try Self.files(in: "Sources", ".swift") {
      let code = try Self.text(file)
      names.formUnion(
        code.matches(of: /(?:nonEmpty|environment\.path)\("([A-Z_]+)"\)/).map { $0.1 })
      names.formUnion(code.matches(of: /"(BOOTSTRAP_[A-Z]+(?:_[A-Z]+)*)"/).map { $0.1 })
    }
    #expect(names.count > 15)
    // The system sets the first two. bootstrap sets the others, for shims that call each other and
    // for hooks that call `setup`.
    let internals: Set<Substring> = ["BOOTSTRAP_SHIM_PASSES", "BOOTSTRAP_SETUP_HOOK"]
    for name in names.subtracting(["HOME", "PWD"]).subtracting(internals) {
      let word = try Regex("\\b\(name)\\b")
      #expect(settings.contains(word), "\(name)")
    }
  }

  @Test func `each platform has one row`() throws {
    let platforms = try Self.text("Sources/Vocabulary/Platform.swift")
      .matches(of: /case \w+ = "([a-z0-9-]+)"/).map { $0.1 }
    #expect(platforms.count == 6)
    let rows = try Self.page("Toolfile").matches(of: /(?m)^\| `([a-z0-9-]+)` \|/).map { $0.1 }
    #expect(rows == platforms)
  }

  @Test func `each statement, option, and word of a Toolfile is on its page`() throws {
    let page = try Self.page("Toolfile")
    let parser = try Self.text("Sources/Manifests/Toolfile/ToolfileParser.swift")
    let lists = parser.matches(of: /static let (?:statement|block)Words = \[([^\]]+)\]/)
    let statements = lists.flatMap { $0.1.matches(of: /"(\w+)"/).map { $0.1 } }
    #expect(statements.count > 8)
    for word in statements {
      let row = try Regex("(?m)^\\| `\(word) ")
      #expect(page.contains(row), "\(word)")
    }

    let toolfile = try Self.text("Sources/Manifests/Toolfile/Toolfile.swift")
    let common = try #require(toolfile.firstMatch(of: /enum ToolOption[^{]*\{\s*case ([\w, ]+)/)).1
    var options = common.split(separator: ", ")
    for kind in ["DirectURL", "GitHub"] {
      let code = try Self.text("Sources/ToolSources/\(kind)/\(kind)Kind.swift")
      options += code.matches(of: /(?m)^ {4}package static let \w+ = "(\w+)"/).map { $0.1 }
    }
    #expect(options.count > 15)
    for option in options {
      let row = try Regex("(?m)^\\| .*`\(option):`.* \\|")
      #expect(page.contains(row), "\(option)")
    }

    let template = try Self.text("Sources/ToolSources/Templates/Template.swift")
    let body = try #require(template.firstMatch(of: /enum TemplateWord[^{]*\{([^}]+)/)).1
    let words = body.matches(of: /(?m)^ +case (.*)$/).flatMap { $0.1.split(separator: ", ") }
    #expect(words.count > 8)
    for word in words { #expect(page.contains("`{\(word)}`"), "\(word)") }
  }

  @Test func `every message on the page about trouble is one that bootstrap prints`() throws {
    var printed: Set<Substring> = []
    for folder in ["Fixtures/Terminal", "Fixtures/EndToEnd"] {
      for file in try Self.files(in: folder, "") {
        guard let text = try? Self.text(file) else { continue }
        printed.formUnion(
          text.matches(of: /(?m)^(?:error|warning|no): (.*)$/).map { $0.1 })
      }
    }
    let quoted = try Self.page("Troubleshooting").matches(of: /(?m)^\| ``(.+?) ?`` \|/).map { $0.1 }
    #expect(quoted.count > 40)
    for message in quoted { #expect(printed.contains(message), "\(message)") }
  }
}
