import Testing
import Vocabulary

@testable import ToolSources

/// Tests of the rules that choose a file of a release. The names are those of tool `tool` 1.2.3.
@Suite struct ReleaseAssetsTests {
  /// Returns the chosen name, `unsupported NAME`, or `nil`.
  private static func choice(
    _ names: String, _ platform: Platform, tool: String = "tool", repository: String = "acme/tool",
    pattern: String? = nil, usesRosetta: Bool = false
  ) -> String? {
    let names = names.split(separator: " ").map(String.init)
    var choices: Set<AssetChoice> = []
    for names in [names, names.reversed()] {
      let assets = ReleaseAssets(names, repository: repository, tool: tool, version: "v1.2.3")
      choices.insert(
        assets.choice(
          for: platform,
          matching: pattern.map { AssetPattern($0, version: "1.2.3", tag: "v1.2.3") },
          usesRosetta: usesRosetta))
    }
    switch choices.first {
    case .chosen(let name, _)?:
      #expect(choices.count == 1, "the order of the list decides")
      return name
    case .unsupported(let name, _)?: return "unsupported \(name)"
    default: return nil
    }
  }

  /// Returns the reasons that names are not chosen for linux-x64.
  private static func reasons(_ names: String...) -> [AssetRejection] {
    let assets = ReleaseAssets(names, repository: "tool", tool: "tool", version: "1.2.3")
    guard case .none(let rejected) = assets.choice(for: .linuxX64) else { return [] }
    return names.compactMap { name in rejected.first { $0.name == name }?.reason }
  }

  @Test(arguments: [
    ("tool_1.2.3_linux_amd64.tar.gz", Platform.linuxX64),
    ("tool-v1.2.3-x86_64-unknown-linux-gnu.tar.xz", .linuxX64),
    ("tool-Linux-64bit.zip", .linuxX64), ("tool-linux64", .linuxX64),
    ("toollinuxamd64", .linuxX64), ("tool1.2.3.linux-amd64.tar.gz", .linuxX64),
    ("Linux64.zip", .linuxX64), ("tool-manylinux2014-x86-64.tgz", .linuxX64),
    ("tool-1.2.3-linux-aarch_64.zip", .linuxArm64), ("tool.linux-arm64v8", .linuxArm64),
    ("tool-linux-arm.zip", .linuxArm64), ("x86_64-unknown-linux-musl-tool", .linuxX64),
    ("tool-aarch64-apple-darwin.tar.gz", .macosArm64), ("tool-macos-arm.zip", .macosArm64),
    ("tool_osx_x64.tar.bz2", .macosX64), ("tool-darwin-x86.tar.zst", .macosX64),
    ("tool-macOS-Intel.zip", .macosX64), ("tool-apple-silicon-macos.zip", .macosArm64),
  ])
  func `spellings of platforms are known`(name: String, platform: Platform) {
    #expect(Self.choice(name, platform) == name)
    for other in [Platform.linuxX64, .linuxArm64, .macosX64, .macosArm64] where other != platform {
      #expect(Self.choice(name, other) == nil, "\(other)")
    }
  }

  @Test func `a file for another platform is not chosen`() {
    #expect(
      Self.reasons(
        "tool-windows-amd64.zip", "tool-freebsd-amd64", "tool-amd64.exe", "tool-linux-arm64",
        "tool-linux-386", "tool-linux-armv7.tar.gz", "tool-linux-riscv64", "tool-linux32.zip",
        "tool-aarch64-linux-android.zip")
        == [
          .otherSystem, .otherSystem, .otherSystem, .otherArchitecture, .otherArchitecture,
          .otherArchitecture, .otherArchitecture, .otherArchitecture, .otherSystem,
        ])
  }

  @Test func `files without programs are not chosen`() {
    #expect(
      Self.reasons(
        "tool_1.2.3_amd64.deb", "tool-linux-amd64.rpm", "tool-linux-x64.vsix",
        "tool-linux-amd64.zip.sha256", "tool-linux-amd64.zip.asc",
        "tool-linux-amd64.zip.sigstore.json", "tool-linux-amd64.zip.spdx.json",
        "tool-1.2.3-src.tar.gz", "tool-linux-amd64-debuginfo.tar.gz", "tool.1.gz",
        "completions.tar.gz", "latest-linux.yml", "install.sh", "checksums.txt",
        "tool-linux-amd64.foo")
        == [
          .package("deb"), .package("rpm"), .package("vsix"), .checksums, .signature, .signature,
          .billOfMaterials, .source, .symbols, .document, .document, .metadata, .installer,
          .checksums, .unknownFormat("foo"),
        ])
  }

  @Test func `a word of the tool's name excludes nothing`() {
    for tool in ["docs-sync", "source-tool", "debug-linux"] {
      let name = "\(tool)-1.2.3-darwin-arm64.zip"
      #expect(Self.choice(name, .macosArm64, tool: tool) == name)
    }
  }

  @Test(arguments: [
    // A file for one architecture is preferred to a universal file, and that to one without a
    // stated architecture.
    ("tool-macos-arm64.zip", "tool-macos-universal.zip tool-macos.zip"),
    ("tool-macos-all.zip", "tool-macos.zip"),
    ("tool-macos.zip", "tool-linux-arm64.zip"),
    // Archives are preferred to bare and compressed programs, gzip to other compression.
    ("tool-darwin-arm64.zip", "tool-darwin-arm64 tool-darwin-arm64.gz"),
    ("tool-darwin-arm64.tar.gz", "tool-darwin-arm64.tar.xz tool-darwin-arm64.zip"),
    ("tool-darwin-arm64.gz", "tool-darwin-arm64"),
    // A variant has more words.
    ("tool-darwin-arm64.zip", "tool-extended-darwin-arm64.tar.gz"),
    // Of similar variants, the shorter name and then the first in order.
    ("tool-b-darwin-arm64", "tool-cc-darwin-arm64 tool-c-darwin-arm64"),
  ])
  func `the closest file is preferred`(best: String, others: String) {
    #expect(Self.choice("\(best) \(others)", .macosArm64) == best)
  }

  @Test(arguments: [
    ("tool-linux-x64 tool-linux-x64-musl", "tool-linux-x64", "tool-linux-x64-musl"),
    (
      "tool-x86_64-linux-gnu tool-x86_64-linux-musl", "tool-x86_64-linux-musl",
      "tool-x86_64-linux-musl"
    ),
    ("tool-x86_64-linux-gnu", "tool-x86_64-linux-gnu", nil),
    ("tool-x86_64-linux-musl", "tool-x86_64-linux-musl", "tool-x86_64-linux-musl"),
    ("tool-linux-x64 tool-linux-x64-static", "tool-linux-x64", "tool-linux-x64-static"),
    ("tool-linux-x64", "tool-linux-x64", "tool-linux-x64"),
    ("tool-ubuntu-x64 tool-alpine-x64", "tool-alpine-x64", "tool-alpine-x64"),
  ])
  func `the C library fits the platform`(names: String, glibc: String, musl: String?) {
    #expect(Self.choice(names, .linuxX64) == glibc)
    #expect(Self.choice(names, .linuxX64Musl) == musl)
  }

  @Test func `the lowest level of x64 is preferred`() {
    let names = "tool_linux_amd64_v3.zip tool_linux_amd64_v1.zip"
    #expect(Self.choice(names, .linuxX64) == "tool_linux_amd64_v1.zip")
  }

  @Test func `Rosetta is used only on request`() {
    #expect(Self.choice("tool-darwin-amd64", .macosArm64) == nil)
    #expect(
      Self.choice("tool-darwin-amd64", .macosArm64, usesRosetta: true) == "tool-darwin-amd64")
    #expect(Self.choice("tool-linux-amd64", .linuxArm64, usesRosetta: true) == nil)
  }

  @Test func `a file without a system is for the system that no other file names`() {
    let names = "tool.zip tool-linux-x86_64.zip tool-linux-aarch64.zip"
    #expect(Self.choice(names, .macosArm64) == "tool.zip")
    #expect(Self.choice(names, .linuxX64) == "tool-linux-x86_64.zip")
    let others = "tool tool-arm64 tool-darwin tool-darwin-arm64"
    #expect(Self.choice(others, .linuxX64) == "tool")
    #expect(Self.choice(others, .linuxArm64) == "tool-arm64")
    #expect(Self.choice(others, .macosX64) == "tool-darwin")
  }

  @Test func `a single file is for all platforms`() {
    for name in ["tool", "tool-1.2.3.tar.gz", "tool.pyz", "tool-1.2.3-all.jar"] {
      for platform in Platform.allCases { #expect(Self.choice(name, platform) == name) }
    }
  }

  @Test func `an archive with the version alone is source code if other files name systems`() {
    #expect(Self.choice("tool-1.2.3.tar.gz tool-linux-amd64.zip", .macosArm64) == nil)
  }

  @Test func `a file for Linux without an architecture is for x64`() {
    #expect(Self.choice("tool-linux.zip", .linuxX64) == "tool-linux.zip")
    #expect(Self.choice("tool-linux.zip", .linuxArm64) == nil)
  }

  @Test func `tools of one release are told apart`() {
    let names = """
      tool-linux-amd64 tool-lint-linux-amd64 helper-linux-amd64 tool-linux-arm64 \
      tool-lint-darwin-amd64 tool-darwin-arm64
      """
    #expect(Self.choice(names, .linuxX64) == "tool-linux-amd64")
    #expect(Self.choice(names, .linuxX64, tool: "tool-lint") == "tool-lint-linux-amd64")
    #expect(Self.choice(names, .linuxX64, tool: "helper") == "helper-linux-amd64")
    #expect(Self.choice(names, .linuxArm64, tool: "helper") == nil)
    #expect(
      Self.choice(names, .macosArm64, tool: "tool-lint", usesRosetta: true)
        == "tool-lint-darwin-amd64")
  }

  @Test func `a file is named after the repository, or similarly, or not at all`() {
    #expect(Self.choice("tool-linux-x64", .linuxX64, tool: "tl") == "tool-linux-x64")
    #expect(Self.choice("toolbox-linux-x64", .linuxX64, tool: "tl") == "toolbox-linux-x64")
    #expect(Self.choice("linux-x64", .linuxX64, tool: "tl") == "linux-x64")
    #expect(Self.choice("other-linux-x64", .linuxX64) == "other-linux-x64")
    #expect(
      Self.choice("other-linux-x64 toolbox-linux-x64", .linuxX64, tool: "tl")
        == "toolbox-linux-x64")
  }

  @Test func `containers are named if no other file fits`() {
    #expect(Self.choice("tool-1.2.3.pkg", .macosArm64) == "unsupported tool-1.2.3.pkg")
    #expect(Self.choice("tool-1.2.3.pkg tool-macos.zip", .macosArm64) == "tool-macos.zip")
    #expect(Self.choice("tool-1.2.3.pkg", .linuxX64) == nil)
    #expect(Self.choice("tool-x64.7z", .linuxX64) == "unsupported tool-x64.7z")
    #expect(Self.choice("tool-x86_64.AppImage", .linuxX64) == "tool-x86_64.AppImage")
    #expect(
      Self.choice("tool-x86_64.AppImage tool-linux-x64", .linuxX64) == "tool-linux-x64")
  }

  @Test func `a pattern overrules the rules`() {
    let names = "tool-linux-x64.zip tool-gui-linux-x64.zip tool-gui-linux-x64.zip.sha256 odd"
    #expect(
      Self.choice(names, .linuxX64, pattern: "tool-gui-*") == "tool-gui-linux-x64.zip")
    #expect(Self.choice(names, .macosArm64, pattern: "odd") == "odd")
    #expect(Self.choice(names, .linuxX64, pattern: "tool-*x64*") == "tool-linux-x64.zip")
    #expect(Self.choice(names, .linuxX64, pattern: "absent*") == nil)
    #expect(Self.choice(names, .macosArm64, pattern: "tool-{os}-{arch}.zip") == nil)
    let debug = "tool-debug-linux-x64.zip tool-debug-darwin-x64.zip tool-linux-x64.zip"
    #expect(Self.choice(debug, .linuxX64, pattern: "*debug*") == "tool-debug-linux-x64.zip")
    #expect(Self.choice(debug, .linuxX64, pattern: "tool-*") == "tool-linux-x64.zip")
  }

  @Test(arguments: [
    ("*", "", true), ("a*c", "abc", true), ("a*c", "abcd", false), ("*b*c*", "abbcc", true),
    ("a", "A", false), ("**", "x", true), ("", "", true), ("", "a", false), ("a.b", "axb", false),
  ])
  func `a pattern matches a whole name`(pattern: String, name: String, matches: Bool) {
    #expect(AssetPattern(pattern, version: "1.2.3", tag: "v1.2.3").matches(name) == matches)
  }

  @Test(arguments: [
    ("tool-linux-x64", "raw"), ("tool-linux-x64.tgz", "tar.gz"), ("tool-linux-x64.zip", "zip"),
    ("tool-linux-x64.tbz2", "tar.bz2"), ("tool-linux-x64.txz", "tar.xz"),
    ("tool-linux-x64.tzst", "tar.zst"), ("tool-linux-x64.gz", "gz"), ("tool.sh", "raw"),
  ])
  func `the ending states the format`(name: String, format: String) throws {
    let assets = ReleaseAssets([name], repository: "tool", tool: "tool", version: "1.2.3")
    let format = try #require(ArtifactFormat(format))
    #expect(assets.choice(for: .linuxX64) == .chosen(name, format))
  }

  @Test(arguments: ["", ".", "-", "...", "*", "é", "tool-é-linux-x64", " ", "\u{0}", ".gz"])
  func `odd names are read`(name: String) {
    for platform in Platform.allCases {
      let assets = ReleaseAssets([name], repository: "", tool: "", version: "")
      _ = assets.choice(for: platform)
    }
  }
}
