import Diagnostics
import Filesystem
import Manifests
import SourceKinds
import Terminal
import Testing
import Vocabulary

@testable import ToolSources

/// Tests of the complete messages for problems of GitHub.
@Suite struct GitHubMessageTests {
  private static let repository = RepositoryName("acme/mytool")

  @Test func `files that do not suit are listed`() throws {
    let fault = SourceProblem.Fault.content(
      .noArtifact(
        version: "1.2", platform: .linuxArm64,
        .unsuitableFiles([
          UnsuitableFile("mytool-linux-amd64.zip", "for another processor"),
          UnsuitableFile("mytool_1.2_arm64.deb", "a package (deb)"),
        ])))
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
      try .own(.noRepository(repository, on: GitHubServer(Environment([:])), hasToken: false)),
      """
      cannot find the repository `acme/mytool` on github.com
        asked by  Toolfile:3:1
        because   it does not exist, has another name now, or is private
        try       set GITHUB_TOKEN, or run `gh auth login`
      """)
  }

  @Test(
    arguments: [
      (
        "", nil, false, "github.com", "the repository is private, and there is no token for it",
        "set GITHUB_TOKEN to a token that may read the repository, or run `gh auth login`"
      ),
      (
        "", "GH_TOKEN", true, "github.com",
        "the token from GH_TOKEN may not read the repository, or the file is gone",
        "set GITHUB_TOKEN to a token that may read the repository, or run `gh auth login`"
      ),
      (
        "ghe.example.com", nil, true, "ghe.example.com",
        "the password in your .netrc file may not read the repository, or the file is gone",
        """
        set GH_HOST to ghe.example.com and GH_ENTERPRISE_TOKEN to a token that may read the \
        repository, or run `gh auth login --hostname ghe.example.com`
        """
      ),
    ] as [(String, String?, Bool, String, String, String)])
  func `a private file needs a token`(
    host: String, origin: String?, isAuthorized: Bool, name: String, reason: String, advice: String
  ) throws {
    let server = try GitHubServer.of(
      host: host.isEmpty ? nil : host, address: nil, .init([:] as [String: String]))
    let repository = try #require(Self.repository)
    let address = AssetAddress(7, of: repository, in: server.apiStart).text
    try expect(
      .own(
        .privateFile(
          address: address, on: server, origin.flatMap { GitHubToken("s3cret", from: $0) },
          isAuthorized: isAuthorized)),
      """
      \(name) does not send a private file for mytool (`acme/mytool` from github)
        asked by  Toolfile:3:1
        at        \(address)
        because   \(reason)
        try       \(advice)
      """)
  }

  @Test func `a token that only a project's server asks for was not sent`() throws {
    func server(_ variables: [String: String]) throws -> GitHubServer {
      try GitHubServer.of(host: "ghe.example.com", address: nil, Environment(variables))
    }
    let denied = try server(["GH_TOKEN": "s3cret"])
    let repository = try #require(Self.repository)
    let reason = "your token was not sent to ghe.example.com, because your settings do not name it"
    let advice = """
      set GH_HOST to ghe.example.com and GH_ENTERPRISE_TOKEN to a token that may read the \
      repository, or run `gh auth login --hostname ghe.example.com`
      """
    try expect(
      .own(.tokenRequired(by: denied)),
      """
      ghe.example.com refuses requests about mytool (`acme/mytool` from github) without a token
        asked by  Toolfile:3:1
        because   \(reason)
        try       \(advice)
      """)
    let faults = [
      SourceFault.noRepository(repository, on: denied, hasToken: false),
      .rateLimit(on: denied, reset: nil, now: ReleaseTime(secondsSince1970: 0), hasToken: false),
      .privateFile(address: denied.web, on: denied, nil, isAuthorized: false),
    ]
    for fault in faults {
      #expect(fault.lines.contains(.detail(label: "try", [advice])))
      #expect("\(fault.lines)".contains(reason))
    }
    #expect(try !server([:]).isDeniedToken)
    #expect(
      try !server(["GH_HOST": "ghe.example.com", "GH_ENTERPRISE_TOKEN": "t"]).isDeniedToken)
    #expect(
      try GitHubServer.of(host: "localhost:8080", address: nil, Environment([:])).web
        == "http://localhost:8080")
  }

  @Test func `a limit has an end`() throws {
    let fault = try SourceFault.rateLimit(
      on: GitHubServer(Environment([:])), reset: ReleaseTime(secondsSince1970: 1_001_441),
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
      source: "github", tool: ToolName("mytool"), package: "acme/mytool",
      origin: .file("Toolfile", line: 3, column: 1), fault: fault)
    let message = try #require(Problem.sources([problem]).messages.first)
    #expect(([message.headline] + message.detailLines).joined(separator: "\n") == text)
  }
}
