import Diagnostics
import Filesystem
import Importing
import Sandboxes
import SourceKinds
import Testing

@Suite struct `Files that a Gemfile includes` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func contents() throws -> [ImportableFile.Contents] {
    let file = try #require(ImportableFile(at: "Gemfile"))
    return try #require(try file.contents(at: folder.path.appending("Gemfile"), named: "Gemfile"))
  }

  @Test func `are read to a limited depth`() throws {
    try folder.file("Gemfile", "eval_gemfile \"0.rb\"\n")
    for index in 0..<2000 {
      try folder.file("\(index).rb", "eval_gemfile \"\(index + 1).rb\"\n")
    }
    let contents = try contents()
    #expect(contents.map(\.path) == ["Gemfile"] + (0..<16).map { "\($0).rb" })
    #expect(
      contents.flatMap(\.statements).map(\.content) == [
        .other(.tooManyIncludes(fileCount: 64, depth: 16))
      ])
  }

  @Test func `are limited in number`() throws {
    let lines = (0..<66).map { "eval_gemfile \"\($0).rb\"\n" }
    try folder.file("Gemfile", lines.joined())
    for index in 0..<66 { try folder.file("\(index).rb", "gem \"rake\"\n") }
    let contents = try contents()
    #expect(contents.count == 65)
    #expect(contents[0].statements.map(\.line) == [65, 66])
  }

  @Test func `are left out if they are too large, without the rest of the Gemfile`() throws {
    try folder.file("Gemfile", "eval_gemfile \"large.rb\"\ngem \"rake\"\n")
    try folder.file("large.rb", String(repeating: "#", count: (1 << 20) + 1))
    let statements = try contents().flatMap(\.statements)
    #expect(statements.map(\.line) == [1, 2])
    guard case .other(.unreadable) = statements[0].content else {
      Issue.record("\(statements[0])")
      return
    }
  }

  @Test func `are not files of secrets behind a link with another name`() throws {
    try folder.file("Gemfile", "eval_gemfile \"linked.rb\"\n")
    try folder.file(".env", "SECRET=abc\n")
    try folder.path.appending("linked.rb").makeLink(to: ".env")
    let contents = try contents().flatMap(\.statements).map(\.content)
    #expect(contents == [.other(.includedName("linked.rb"))])
  }

  /// A file that is not read could name a plugin.
  @Test(arguments: ["../outside", "nowhere"])
  func `leave out the tools whose plugins they could name, if they are links`(
    _ target: String
  ) throws {
    try folder.file("project/Gemfile", "gem \"fastlane\"\neval_gemfile \"Pluginfile\"\n")
    try folder.file("outside", "gem \"fastlane-plugin-words\"\n")
    let project = folder.path.appending("project")
    try project.appending("Pluginfile").makeLink(to: FilePath(target))
    let file = try #require(ImportableFile(at: "Gemfile"))
    let contents = try file.contents(at: project.appending("Gemfile"), named: "Gemfile")
    var manifests = ManifestImport(.shipped)
    for contents in contents ?? [] { manifests.add(contents) }
    #expect(manifests.proposals.isEmpty)
    #expect(
      manifests.report.leftOut.map(\.reason) == [
        .unknownPlugins(file: "Pluginfile"), .linkOutside,
      ])
    #expect(manifests.report.hasUnreadableFile)
  }
}
