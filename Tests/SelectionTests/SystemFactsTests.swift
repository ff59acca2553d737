import Diagnostics
import Filesystem
import Layout
import Manifests
import Sandboxes
import Testing
import Vocabulary

@testable import Selection

/// Compares a machine with `require_system`.
@Suite struct SystemFactsTests {
  private let directory: TemporaryDirectory
  private let root: Root

  init() throws {
    directory = try TemporaryDirectory()
    root = Root(directory.path.appending("root"))
  }

  private func requirements(_ text: String) throws -> [Toolfile.SystemRequirement] {
    try Toolfile(parsing: Array(text.utf8), path: "Toolfile").systemRequirements
  }

  private func facts(_ path: [String] = ["bin"], patience: Int = 10) throws -> SystemFacts {
    let folders = path.map { directory.path.appending($0).string } + ["/usr/bin", "/bin"]
    return SystemFacts(
      root, Environment(["PATH": folders.joined(separator: ":"), "HOME": directory.path.string]),
      project: directory.path.appending("project"), patience: patience)
  }

  private func program(_ name: String, in folder: String = "bin", _ script: String) throws {
    try directory.file("\(folder)/\(name)", "#!/bin/sh\n\(script)\n", permissions: 0o755)
  }

  /// Defines a tool whose program no machine has.
  private func defineUnknownProgram() throws {
    try directory.file(
      "registry.rb", "define \"no-such\" do\n  version_command \"no-such\", \"-v\"\nend\n")
    try directory.file("root/config", "registry \(directory.path)/registry.rb\n")
  }

  private func states(_ text: String, _ path: [String] = ["bin"]) throws -> [SystemFact.State] {
    try facts(path).examine(requirements(text)).map(\.state)
  }

  @Test func `a version is compared with the requirement`() throws {
    try program("git", "echo git version 2.39.5")
    #expect(
      try states(
        """
        require_system "git", ">= 2.40"
        """) == [.unfit(version: "2.39.5")])
    #expect(try states("require_system \"git\", \">= 2\", \"< 3\"") == [.met(version: "2.39.5")])
    #expect(try states("require_system \"git\"") == [.met(version: "2.39.5")])
    let fact = try #require(try facts().examine(requirements("require_system \"git\"")).first)
    #expect(fact.path == directory.path.appending("bin/git").string && fact.program == "git")
  }

  @Test func `a program may be missing, fail, or write to standard error`() throws {
    try program("docker", "exit 1")
    try program("xcodebuild", "echo hello")
    try program("java", "echo 'openjdk version \"21\" 2023-09-19' >&2")
    #expect(try states("require_system \"docker\"", ["bin"]).first != .missing)
    #expect(try states("require_system \"xcode\"") == [.unreadable(output: "hello")])
    #expect(try states("require_system \"java\", \">= 17\"") == [.met(version: "21")])
    try defineUnknownProgram()
    #expect(try states("require_system \"no-such\"") == [.missing])
  }

  @Test func `a program that does not answer in time is told from one without a version`() throws {
    try program("no-such", "exec sleep 600")
    try defineUnknownProgram()
    let requirements = try requirements("require_system \"no-such\"")
    let fact = try #require(try facts(patience: 0).examine(requirements).first)
    #expect(fact.state == .silent(seconds: 0))
    #expect(fact.path == directory.path.appending("bin/no-such").string)
  }

  /// Strangers can have written the programs of the project and the root.
  @Test func `neither programs of the project nor of the root are asked`() throws {
    for folder in ["project/bin", "root/installs/git/bin", "root/shims"] {
      try program("git", in: folder, "echo asked >> '\(directory.path)/log'; echo 99.0")
    }
    try program("git", "pwd > '\(directory.path)/folder'; echo git version 2.41.0")
    let path = ["project/bin", "root/installs/git/bin", "root/shims", "bin"]
    #expect(try states("require_system \"git\"", path) == [.met(version: "2.41.0")])
    #expect(!directory.path.appending("log").exists)
    let folder = try directory.path.appending("folder").contents(limit: 10)
    #expect(folder == Array("/\n".utf8))
  }

  @Test func `a name without a definition is refused with its location`() throws {
    let requirements = try requirements("require_system \"gti\"\nrequire_system \"git\"\n")
    let (facts, root) = (try facts(), root)
    let checks: [() throws -> Void] = [
      { try facts.check(requirements) },
      { try SystemFacts.checkAreDefined(requirements, in: root) },
    ]
    for check in checks {
      let problem = #expect(throws: Problem.self) { try check() }
      guard case .syntax(let problems)? = problem else {
        Issue.record("\(String(describing: problem))")
        continue
      }
      #expect(problems.problems.map { "\($0.origin)" } == ["Toolfile:1:1"])
      #expect(problem?.exitCode == .unreadableManifest)
    }
  }

  /// Real outputs from various systems.
  @Test(arguments: [
    ("git version 2.39.5", "2.39.5"), ("git version 2.39.5 (Apple Git-154)", "2.39.5"),
    ("ruby 3.1.2p20 (2022-04-12 revision 4491bb740a) [x86_64-linux-gnu]", "3.1.2"),
    ("Python 3.11.7", "3.11.7"), ("v20.20.2", "20.20.2"), ("GNU Make 4.3", "4.3"),
    ("Docker version 28.2.2, build e6534b4", "28.2.2"), ("cmake version 3.25.1", "3.25.1"),
    ("openjdk version \"17.0.15\" 2025-04-15", "17.0.15"),
    ("openjdk version \"21\" 2023-09-19", "21"), ("java version \"1.8.0_202\"", "1.8.0"),
    ("Xcode 16.2\nBuild version 16C5032a", "16.2"),
    ("clang version 21.0.0 (https://example.org/llvm.git 11673e66)", "21.0.0"),
    ("Apple clang version 16.0.0 (clang-1600.0.26.6)", "16.0.0"),
    ("gcc (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"),
    ("curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 OpenSSL/3.0.19", "7.88.1"),
    ("OpenSSL 3.0.19 27 Jan 2026 (Library: OpenSSL 3.0.19 27 Jan 2026)", "3.0.19"),
    ("OpenSSL 1.1.1w  11 Sep 2023", "1.1.1"),
    ("\nThis is perl 5, version 36, subversion 0 (v5.36.0) built for x86_64-linux", "5.36.0"),
    ("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)", "5.2.15"),
    ("zsh 5.9 (x86_64-debian-linux-gnu)", "5.9"), ("tar (GNU tar) 1.34", "1.34"),
    ("bsdtar 3.5.3 - libarchive 3.5.3 zlib/1.2.12", "3.5.3"),
    ("UnZip 6.00 of 20 April 2009, by Debian.", "6.00"),
  ])
  func `the stated version is found`(output: String, version: String) {
    #expect(StatedVersion(in: Array(output.utf8))?.text == version)
  }

  @Test(arguments: ["", "hello", "x86_64", "abc1.2.3", ".5"])
  func `other texts state none`(output: String) {
    #expect(StatedVersion(in: Array(output.utf8)) == nil)
  }

  /// The shipped definitions must get a version from every program that this machine has.
  @Test(arguments: ["bash", "curl", "git", "make", "openssl", "perl", "tar"])
  func `the shipped definitions ask the system's programs`(name: String) throws {
    let states = try states("require_system \"\(name)\", \">= 1\"")
    switch try #require(states.first) {
    case .met, .missing: break
    case let state: Issue.record("\(name): \(state)")
    }
  }
}
