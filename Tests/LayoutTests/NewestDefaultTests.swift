import Filesystem
import Layout
import Sandboxes
import Testing
import Vocabulary

/// The choice of an installed version for a tool that the command line names.
@Suite struct NewestDefaultTests {
  /// The links of a tool, each as the version that it leads to or as `LINK>VERSION`, the text after
  /// `@`, and the version that it means.
  private static let choices: [(links: String, typed: String?, version: String?)] = [
    ("", nil, nil), ("", "1", nil),
    ("0.16.2 0.16.10 0.15.9", nil, "0.16.10"),
    ("0.16.2 0.16.10 0.15.9", "0.16", "0.16.10"),
    ("0.16.2 0.16.10 0.15.9", "0", "0.16.10"),
    ("0.16.2 0.16.10 0.15.9", "0.15", "0.15.9"),
    ("0.16.2 0.16.10 0.15.9", "0.16.2", "0.16.2"),
    ("0.16.2 0.16.10 0.15.9", "=0.16.2", "0.16.2"),
    ("0.16.2 0.16.10 0.15.9", "=0.16", nil),
    ("0.16.2 0.16.10 0.15.9", "0.1", nil),
    ("0.16.2 0.16.10 0.15.9", "v0.15", "0.15.9"),
    // A version that is spelled like the text.
    ("22.0 22.0.1", "22.0", "22.0"), ("22.0 22.0.1", "22", "22.0.1"),
    // Prereleases.
    ("0.16.2 0.17.0-rc.1", nil, "0.16.2"), ("0.17.0-rc.1", nil, nil),
    ("0.17.0-rc.1", "0.17", nil), ("0.17.0-rc.1", "0.17.0-rc.1", "0.17.0-rc.1"),
    ("0.17.0-rc.1", "=0.17.0-rc.1", "0.17.0-rc.1"),
    // Builds.
    ("1.28.4+x1 1.28.4+x2", "1.28.4", "1.28.4+x2"), ("1.28.4+x1 1.28.4+x2", "1", "1.28.4+x2"),
    ("1.28.4+x1 1.28.4+x2", "1.28.4+x1", "1.28.4+x1"),
    // A link with another spelling. A prefix still means the newest version.
    ("0.14>0.14.0 0.14.2", "0.14", "0.14.2"), ("0.14>0.14.0 0.14.2", "=0.14", "0.14.0"),
    // Four numbers.
    ("0.11.0.1 0.11.0.2", "0.11.0", "0.11.0.2"), ("0.11.0.1 0.11.0.2", "=0.11.0", nil),
  ]

  /// Creates a root with the links, and with the newer version 99.0, which only a lock can select.
  private func root(in folder: TemporaryDirectory, _ links: String) throws -> Root {
    let root = Root(folder.path)
    let folder = root.installs(of: try tool)
    let id = "0123456789abcdef0123456789abcdef01234567"
    try folder.appending("99.0-\(id)").makeDirectories()
    for link in links.split(separator: " ") {
      let words = link.split(separator: ">")
      let target = "\(words[words.count - 1])-\(id)"
      try folder.appending(target).makeDirectories()
      try folder.appending(String(words[0])).makeLink(to: FilePath(target))
    }
    return root
  }

  private var tool: ToolName {
    get throws { try #require(ToolName("ruff")) }
  }

  @Test(arguments: choices)
  func `a text means the newest version that fits`(
    _ links: String, _ typed: String?, _ version: String?
  ) throws {
    let folder = try TemporaryDirectory()
    let isExact = typed?.hasPrefix("=") ?? false
    let found = try root(in: folder, links).newestDefault(
      of: tool, matching: typed.map { String($0.dropFirst(isExact ? 1 : 0)) }, isExact: isExact)
    #expect(found?.version.text == version)
  }

  @Test(arguments: [
    ("0.17.0-rc.1", nil, "0.17.0-rc.1"), ("0.17.0-rc.1", "0.17", "0.17.0-rc.1"),
    ("0.16.2 0.17.0-rc.1", nil, "0.16.2"),
  ])
  func `a prerelease is the last choice where it is admitted`(
    _ links: String, _ typed: String?, _ version: String?
  ) throws {
    let folder = try TemporaryDirectory()
    let found = try root(in: folder, links).newestDefault(
      of: tool, matching: typed, admittingPrereleases: true)
    #expect(found?.version.text == version)
  }
}
