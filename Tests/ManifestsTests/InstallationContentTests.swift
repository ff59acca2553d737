import Diagnostics
import Manifests
import Testing
import Vocabulary

@Suite struct InstallationContentTests {
  private let digest = SHA256Digest(of: [])

  /// Returns an executable with this declared path, or without one if `path` is `nil`.
  private func executable(
    _ name: String, _ path: String? = nil
  ) throws -> Toolfile.Executable {
    .init(
      try #require(ExecutableName(name)), path: try path.map { try #require(ArtifactPath($0)) })
  }

  /// Returns a gem for all platforms.
  private func part(_ name: String, _ version: String) throws -> ArtifactPart {
    ArtifactPart(
      platform: nil, name: try #require(PartName(name)),
      version: try #require(VersionText(version)),
      format: try #require(ArtifactFormat("gem")), digest: digest, size: 1,
      url: try #require(ArtifactURL("https://example.org/x")))
  }

  @Test func `the canonical text has a line for everything that decides the content`() throws {
    let content = InstallationContent(
      .wheel, digest,
      executables: [try executable("zig", "ziglang/zig"), try executable("npm")],
      parts: [try part("rake", "13.0"), try part("addressable", "2.8.7")])
    #expect(
      String(decoding: content.text, as: UTF8.self) == """
        content 1
        unpack wheel \(digest)
        executable npm
        executable zig ziglang/zig
        part addressable 2.8.7 gem \(digest)
        part rake 13.0 gem \(digest)

        """)
    let wholeDigest = SHA256Digest(of: content.text).hexadecimal
    #expect(content.id.description == String(wholeDigest.prefix(40)))
  }

  /// Returns the content of a build.
  private func build(
    _ steps: [String], with dependencies: [BuildDependency] = [],
    on platform: Platform = .linuxX64
  ) throws -> InstallationContent {
    let format = try #require(ArtifactFormat("tar.gz"))
    return InstallationContent(
      format, digest, executables: [try executable("lua")],
      assembly: InstallationAssembly(
        format, steps: steps, dependencies: dependencies, platform: platform))
  }

  private func dependency(_ tool: String, _ digit: Character = "a") throws -> BuildDependency {
    BuildDependency(
      tool: try #require(ToolName(tool)), version: try #require(VersionText("1.0")),
      id: try #require(ContentID(String(repeating: digit, count: 40))))
  }

  @Test func `the text of a build has the installations that its steps use`() throws {
    let id = String(repeating: "a", count: 40)
    let content = try build(["make"], with: [dependency("cmake"), dependency("perl")])
    #expect(
      String(decoding: content.text, as: UTF8.self) == """
        content 1
        build tar.gz \(digest)
        platform linux-x64
        step "make"
        with cmake 1.0 \(id)
        with perl 1.0 \(id)
        executable lua

        """)
    let all = [
      try build(["make"]), try build(["make"], with: [dependency("cmake")]),
      try build(["make"], with: [dependency("cmake", "b")]), content,
    ]
    #expect(Set(all.map(\.id)).count == all.count)
  }

  @Test func `the text of a build has the platform, and the steps in their order`() throws {
    let content = try build(["make linux", "cp \"a\" $prefix\n:"])
    #expect(
      String(decoding: content.text, as: UTF8.self) == #"""
        content 1
        build tar.gz \#(digest)
        platform linux-x64
        step "make linux"
        step "cp \"a\" $prefix\n:"
        executable lua

        """#)
    let all = [
      try build([]), try build(["a"]), try build(["a", "b"]), try build(["b", "a"]),
      try build(["a\nb"]), try build(["a\"\nstep \"b"]), try build(["a"], on: .linuxArm64),
    ]
    #expect(Set(all.map(\.id)).count == all.count)
  }

  @Test func `the text of gems has the platform, the Ruby, and the parts`() throws {
    let content = InstallationContent(
      .gem, digest, executables: [try executable("pod")], parts: [try part("json", "2.6")],
      assembly: InstallationAssembly(
        .gem, dependencies: [try dependency("ruby")], platform: .linuxX64))
    #expect(
      String(decoding: content.text, as: UTF8.self) == """
        content 1
        gems gem \(digest)
        platform linux-x64
        with ruby 1.0 \(String(repeating: "a", count: 40))
        executable pod
        part json 2.6 gem \(digest)

        """)
  }

  @Test func `the text of a lone executable has the same form as that of several`() throws {
    let one = InstallationContent(.wheel, digest, executables: [try executable("a", "x/a")])
    #expect(
      String(decoding: one.text, as: UTF8.self)
        == "content 1\nunpack wheel \(digest)\nexecutable a x/a\n")
  }

  @Test func `order does not matter, and everything else does`() throws {
    let (a, b) = (try executable("a"), try executable("b"))
    let (first, second) = (try part("rake", "1"), try part("rake", "2"))
    let content = InstallationContent(.wheel, digest, executables: [a, b], parts: [first, second])
    let zip = try #require(ArtifactFormat("zip"))
    #expect(
      InstallationContent(.wheel, digest, executables: [b, a], parts: [second, first]).id
        == content.id)
    let others = [
      InstallationContent(zip, digest, executables: [a, b], parts: [first, second]),
      InstallationContent(
        .wheel, SHA256Digest(of: [1]), executables: [a, b], parts: [first, second]),
      InstallationContent(.wheel, digest, executables: [a], parts: [first, second]),
      InstallationContent(
        .wheel, digest, executables: [a, try executable("b", "b")], parts: [first, second]),
      InstallationContent(.wheel, digest, executables: [a, b], parts: [first]),
    ]
    #expect(Set(others.map(\.id) + [content.id]).count == others.count + 1)
  }

  @Test func `a declaration states paths only where it maps names to them`() throws {
    func executables(_ declared: String?) throws -> [Toolfile.Executable] {
      let options = declared.map { [LockedDeclaration.Option("executables", $0)] } ?? []
      return LockedDeclaration(source: "pypi", options: options)
        .executables(named: [try #require(ExecutableName("a")), try #require(ExecutableName("b"))])
    }
    #expect(try executables(nil) == [try executable("a"), try executable("b")])
    #expect(try executables("a,b") == [try executable("a"), try executable("b")])
    #expect(
      try executables("a=x/a=1,b=b") == [try executable("a", "x/a=1"), try executable("b", "b")])
  }

  @Test(arguments: ["", "=", "==", "a=", "=a", "a,,b", "a,a", "a=x,a=y", "a=x,b", "a=/x", "a=../x"])
  func `an invalid list of executables in a lock is rejected`(value: String) throws {
    let text = """
      lockfile 1
      platforms linux-x64

      tool a 1
        wants "" Toolfile
        declares "executables=\(value)" source=pypi
        provides a

      """
    #expect(throws: SyntaxProblems.self) {
      try Lockfile(parsing: Array(text.utf8), path: Lockfile.name)
    }
  }
}
