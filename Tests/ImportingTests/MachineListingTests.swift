import Diagnostics
import Foundation
import Importing
import Manifests
import SourceKinds
import Testing
import Vocabulary

/// Reads the package lists of programs such as Homebrew.
@Suite struct MachineListingTests {
  private func text(_ name: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Machine/\(name)")
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  private func packages(_ listing: MachineListing, _ names: String...) throws -> [String]? {
    try listing.packages(in: names.map(text))?.map { package in
      [package.name, package.version, package.isFromElsewhere ? "elsewhere" : nil]
        .compactMap(\.self).joined(separator: " ")
    }
  }

  @Test func `Homebrew's formulae have the versions without revisions`() throws {
    #expect(
      try packages(.brew, "brew.txt", "brew-versions.txt") == [
        "git 2.45.2", "hashicorp/tap/terraform 1.9.0", "jq 1.7.1", "libyaml 0.2.5",
        "node@20 20.15.0", "python@3.12 3.12.4", "ripgrep 14.1.0",
      ])
    #expect(
      try packages(.cask, "cask.txt") == ["firefox 127.0.1", "visual-studio-code 1.90.2"])
  }

  @Test func `apt's packages are the chosen ones without the base system`() throws {
    #expect(
      try packages(.apt, "apt-manual.txt", "apt-all.txt") == [
        "build-essential 12.9", "busybox 1.35.0", "curl 7.88.1", "ed 1.19", "git 2.39.5",
        "jq 1.6", "kubectl 528.0.0", "libyaml-dev 0.2.5", "linux-perf 6.1.187", "make 4.3",
        "nodejs 20.20.2",
      ])
  }

  @Test func `other programs list packages with versions`() throws {
    #expect(try packages(.npm, "npm.json") == ["prettier 3.6.2", "@scope/left 1.0.0"])
    let pipx = try #require(try packages(.pipx, "pipx.json"))
    #expect(pipx.map { $0.prefix { $0 != " " } } == ["pycowsay", "ruff"])
    #expect(
      try packages(.cargo, "cargo.txt") == [
        "cargo-nextest 0.9.72", "hello-tool 0.3.1 elsewhere", "ripgrep 14.1.0",
      ])
    #expect(
      try packages(.mise, "mise.json") == [
        "aqua:cli/cli 2.51.0", "node 20.15.0", "npm:prettier 3.3.2",
      ])
  }

  @Test(arguments: MachineListing.allCases)
  func `an answer that is not understood crashes nothing`(_ listing: MachineListing) throws {
    let texts = ["", "{", "{}", "[]", "\u{0}", "a\tb\n", ": v:\n", "{\"a\": [[{\"version\": 1}]]}"]
    for text in texts {
      _ = listing.packages(in: listing.questions.map { _ in text })
    }
    #expect(listing.packages(in: []) == nil)
  }

  @Test func `a package becomes a tool, a package of the system, or is listed`() throws {
    var toolfile = MachineToolfile(.shipped)
    func add(_ listing: MachineListing, _ names: String...) throws {
      toolfile.add(listing.packages(in: try names.map(text)), of: listing)
    }
    try add(.brew, "brew.txt", "brew-versions.txt")
    try add(.cask, "cask.txt")
    try add(.apt, "apt-manual.txt", "apt-all.txt")
    try add(.npm, "npm.json")
    try add(.pipx, "pipx.json")
    try add(.cargo, "cargo.txt")
    try add(.mise, "mise.json")
    toolfile.add(nil, of: .npm)
    #expect(
      toolfile.tools.map(\.tool.statement) == [
        "tool \"jq\", \"~> 1.7\"", "tool \"node\", \"~> 20.15\"",
        "tool \"python\", \"~> 3.12\"", "tool \"ripgrep\", \"~> 14.1\"",
        "tool \"kubectl\", \"~> 528.0\"", "tool \"ruff\", \"~> 0.17.6\"",
        "tool \"cargo-nextest\", \"~> 0.9.72\"", "tool \"gh\", \"~> 2.51\"",
      ])
    #expect(
      toolfile.hostPackages == [
        .brew: ["git", "hashicorp/tap/terraform", "libyaml"],
        .cask: ["firefox", "visual-studio-code"],
        .apt: [
          "build-essential", "busybox", "curl", "ed", "git", "libyaml-dev", "linux-perf", "make",
        ],
      ])
    #expect(
      toolfile.remainders.map { "\($0.listing) \($0.package.name)" } == [
        "npm prettier", "npm @scope/left", "pipx pycowsay", "cargo hello-tool",
        "mise npm:prettier",
      ])
    #expect(toolfile.silent == [.npm])
  }
}
