import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import Sandboxes
import SourceKinds
import Testing
import Trust
import Vocabulary

/// Which executables a project may use only with the user's consent.
@Suite struct GuardedExecutablesTests {
  private let noRoot = Root("/nonexistent")

  @Test(arguments: ["usr/bin", "bin:.", ":", "~/bin"])
  func `a list without an absolute path leaves the usual folders guarded`(list: String) throws {
    let guarded = GuardedExecutables(Environment(["BOOTSTRAP_SYSTEM_PATH": list]), noRoot)
    #expect(guarded.contains(try #require(ExecutableName("ls"))))
  }

  @Test func `a list with absolute paths replaces the usual folders`() throws {
    let guarded = GuardedExecutables(
      Environment(["BOOTSTRAP_SYSTEM_PATH": "bin:/nonexistent"]), noRoot)
    #expect(!guarded.contains(try #require(ExecutableName("ls"))))
  }

  /// Returns the executables of `tool` that need the user's consent, if the system has all of
  /// `names`.
  private func needed(
    _ names: [String], of tool: String, _ options: [String: String],
    registries: Registries = .shipped
  ) throws -> [String] {
    let system = try TemporaryDirectory()
    for name in names {
      try system.path.appending(name).replaceContents(with: "#!/bin/sh\n".utf8, permissions: 0o755)
    }
    let guarded = GuardedExecutables(
      Environment(["BOOTSTRAP_SYSTEM_PATH": system.path.string]), noRoot, registries)
    let declaration = LockedDeclaration(options: options.map { .init($0.key, $0.value) })
    return guarded.requests(
      for: try names.map { try #require(ExecutableName($0)) }, of: try #require(ToolName(tool)),
      declaration, origin: nil
    ).compactMap { request in
      guard case .executable(let name, _, _, _, _) = request.item else { return nil }
      return name.text
    }
  }

  private let clangTidy = ["source": "pypi", "package": "clang-tidy"]

  @Test func `the executables of a shipped definition need no consent`() throws {
    let names = ["clang-tidy", "clang-apply-replacements"]
    #expect(try needed(names, of: "clang-tidy", clangTidy) == [])
    #expect(try needed(["git"], of: "clang-tidy", clangTidy) == ["git"])
    #expect(try needed(names, of: "other", clangTidy) == names)
  }

  @Test(arguments: [
    ["package": "clang-tidy-fork"], ["source": "directory"],
    ["address": "https://example.org/simple/"], ["host": "https://example.org"],
    ["executables": "clang-tidy=bin/clang-tidy"],
  ])
  func `another package, source, host, or path needs consent`(_ other: [String: String]) throws {
    let declaration = clangTidy.merging(other) { $1 }
    #expect(try needed(["clang-tidy"], of: "clang-tidy", declaration) == ["clang-tidy"])
  }

  @Test func `only the user's own definitions count beside the shipped ones`() throws {
    let folder = try TemporaryDirectory()
    let root = Root(folder.path)
    let declaration = ["source": "pypi", "package": "git"]
    #expect(
      try needed(["git"], of: "git", declaration, registries: .trusted(in: root)) == ["git"])
    // A definition of the project, which `Registries.trusted` never reads.
    let text = "define \"git\" do\n  pypi \"git\"\nend\n"
    try folder.path.appending("Toolfile").replaceContents(with: text.utf8)
    #expect(
      try needed(["git"], of: "git", declaration, registries: .trusted(in: root)) == ["git"])
    try folder.path.appending("mine.rb").replaceContents(with: text.utf8)
    try root.config.replaceContents(with: "registry mine.rb\n".utf8)
    #expect(try needed(["git"], of: "git", declaration, registries: .trusted(in: root)) == [])
    try folder.path.appending("mine.rb").replaceContents(with: "no registry".utf8)
    #expect(
      try needed(["git"], of: "git", declaration, registries: .trusted(in: root)) == ["git"])
  }
}
