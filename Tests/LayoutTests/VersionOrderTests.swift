import Filesystem
import Layout
import Sandboxes
import Testing
import Vocabulary

/// The order of installed versions, and the versions that a prefix stands for.
@Suite struct VersionOrderTests {
  private func versions(_ texts: String...) throws -> [VersionText] {
    try texts.map { try #require(VersionText($0)) }
  }

  @Test func `versions are sorted as versions, not as text`() throws {
    let sorted = VersionText.sorted(
      try versions("10.2.0", "2.2.10", "nightly", "2.2.9", "2.10.0-rc.1", "2.10.0"), by: \.self)
    #expect(
      sorted.map(\.text) == ["nightly", "2.2.9", "2.2.10", "2.10.0-rc.1", "2.10.0", "10.2.0"])
  }

  @Test func `installations are listed oldest first`() throws {
    let folder = try TemporaryDirectory()
    let root = Root(folder.path)
    let tool = try #require(ToolName("cocoapods"))
    let id = "0123456789abcdef0123456789abcdef01234567"
    for version in ["10.2.0", "2.2.10", "2.2.9"] {
      try root.installs(of: tool).appending("\(version)-\(id)/bin").makeDirectories()
      try root.installs(of: tool).appending(version).makeLink(to: FilePath("\(version)-\(id)"))
    }
    #expect(
      try root.installedVersions(of: tool).distinctVersions.map(\.text)
        == ["2.2.9", "2.2.10", "10.2.0"])
    #expect(try root.defaultVersions(of: tool).map(\.text) == ["2.2.9", "2.2.10", "10.2.0"])
  }

  @Test(arguments: [
    ("24", "24.19.0"), ("24.2", "24.2.1"), ("24.2.0", "24.2.0"), ("25", "25.0.0-rc.1"),
    ("2", nil), ("24.1", nil), ("", nil),
  ])
  func `a prefix stands for the newest version that begins with it`(
    _ prefix: String, _ newest: String?
  ) throws {
    let installed = try versions("24.2.0", "24.2.1", "24.19.0", "24.20.0-rc.1", "25.0.0-rc.1")
    #expect(VersionText.newest(of: installed, matching: prefix)?.text == newest)
  }

  @Test(arguments: [("24", nil), ("24.2", nil), ("24.2.0", "24.2.0"), ("1.28.4", "1.28.4+x2")])
  func `an exact version stands for itself and its builds`(
    _ text: String, _ newest: String?
  ) throws {
    let installed = try versions("24.2.0", "24.2.1", "1.28.4+x1", "1.28.4+x2")
    let match = VersionText.newest(of: installed, matching: text, isExact: true)
    #expect(match?.text == newest)
  }

  @Test(arguments: [
    ("0.14", "0.14.2"), ("0.14.0", "0.14.0"), ("0", "0.14.2"), ("v1", "v1"), ("2", nil),
    ("v0.14.2", "0.14.2"), ("vine", nil),
  ])
  func `a link that a pin spelled does not stop a prefix from meaning the newest`(
    _ typed: String, _ version: String?
  ) throws {
    let folder = try TemporaryDirectory()
    let root = Root(folder.path)
    let tool = try #require(ToolName("ruff"))
    let id = "0123456789abcdef0123456789abcdef01234567"
    for name in ["0.14.0", "0.14.2", "1.0"] {
      try root.installs(of: tool).appending("\(name)-\(id)").makeDirectories()
    }
    for (link, target) in [("0.14", "0.14.0"), ("v1", "1.0")] {
      try root.installs(of: tool).appending(link).makeLink(to: FilePath("\(target)-\(id)"))
    }
    #expect(try root.installedVersion(of: tool, matching: typed)?.text == version)
  }
}
