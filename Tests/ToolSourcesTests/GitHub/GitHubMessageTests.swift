import Diagnostics
import Manifests
import SourceKinds
import Terminal
import Testing

@testable import ToolSources

/// Tests of the complete messages for problems of GitHub.
@Suite struct GitHubMessageTests {
  private static let repository = RepositoryName("acme/mytool")

  @Test func `files that do not suit are listed`() throws {
    let fault = SourceProblem.Fault.noArtifact(
      version: "1.2", platform: "linux-arm64",
      .unsuitableFiles([
        UnsuitableFile("mytool-linux-amd64.zip", "for another processor"),
        UnsuitableFile("mytool_1.2_arm64.deb", "a package (deb)"),
      ]))
    try expect(
      fault,
      """
      mytool 1.2 (`acme/mytool` from github) is not available for linux-arm64
        asked by  Toolfile:3:1
        files     `mytool-linux-amd64.zip`: for another processor
                  `mytool_1.2_arm64.deb`: a package (deb)
        try       name the file with `asset:`, or limit the tool with `platforms:` or `on`
      """)
  }

  @Test func `a missing repository may be private`() throws {
    let repository = try #require(Self.repository)
    try expect(
      .own(.noRepository(repository, host: "github.com", hasToken: false)),
      """
      github.com shows no repository `acme/mytool`
        asked by  Toolfile:3:1
        because   it does not exist, has another name now, or is private
        try       set GITHUB_TOKEN, or run `gh auth login`
      """)
  }

  @Test func `a limit has an end`() throws {
    let fault = SourceFault.rateLimit(
      host: "github.com", reset: ReleaseTime(secondsSince1970: 1_001_441),
      now: ReleaseTime(secondsSince1970: 1_000_000), hasToken: false)
    try expect(
      .own(fault),
      """
      github.com permits no more requests for now
        asked by  Toolfile:3:1
        again     at 14:10 UTC, in 25 minutes
        try       set GITHUB_TOKEN, or run `gh auth login`
      """)
  }

  private func expect(_ fault: SourceProblem.Fault, _ text: String) throws {
    let problem = SourceProblem(
      source: "github", tool: "mytool", package: "acme/mytool",
      origin: .file("Toolfile", line: 3, column: 1), fault: fault)
    let message = try #require(Problem.sources([problem]).messages.first)
    #expect(([message.headline] + message.detailLines).joined(separator: "\n") == text)
  }
}
