import Filesystem
import Layout
import Manifests
import Sandboxes
import Selection
import Shims
import Testing
import Vocabulary

@Suite struct RehashTests {
  private let folder: TemporaryDirectory
  private let root: Root

  init() throws {
    folder = try TemporaryDirectory()
    root = Root(folder.path)
  }

  /// Creates an installation with empty files as its executables.
  private func install(
    _ tool: String, _ version: String = "1.0", _ executables: String...
  ) throws {
    let bin = root.installs.appending(
      "\(tool)/\(version)-0123456789abcdef0123456789abcdef01234567/bin")
    try bin.makeDirectories()
    for name in executables {
      let path = bin.appending(name)
      try path.replaceContents(with: [], isDurable: false)
      try path.setPermissions(0o755)
    }
  }

  /// Runs a rehash and returns the added names with `+` and the removed ones with `-`.
  private func rehash() throws -> [String] {
    let changes = try ShimDirectory(root).rehash()
    return changes.added.map { "+\($0)" } + changes.removed.map { "-\($0)" }
  }

  /// Returns the names of the shims, sorted.
  private func shims() throws -> [String] {
    try root.shims.entries().filter { !$0.hasPrefix(".") }
  }

  /// Returns the text of an executable's route, which lists the tools that provide the executable,
  /// or `nil` if there is no route.
  private func route(_ name: String) throws -> String? {
    try root.routes.appending(name).contentsIfPresent(limit: 1 << 20)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a folder and a file that is not executable get no shim`() throws {
    try install("node", "24.0", "node", "notes.txt")
    let bin = root.installs.appending("node/24.0-0123456789abcdef0123456789abcdef01234567/bin")
    try bin.appending("notes.txt").setPermissions(0o644)
    try bin.appending("lib").makeDirectories()
    // The shim of a damaged executable stays, so that it reports the damage.
    try bin.appending("npm").makeLink(to: "../nowhere")
    #expect(try rehash() == ["+node", "+npm"])
  }

  @Test func `an empty root has no shims and is not an error`() throws {
    #expect(try rehash() == [])
    #expect(try shims() == [])
  }

  @Test func `each executable has one shim and a sorted route of its providers`() throws {
    try install("node", "24.0", "node", "npm")
    try install("node", "22.0", "node", "npx")
    try install("iojs", "1.0", "node")
    #expect(try rehash() == ["+node", "+npm", "+npx"])
    #expect(try shims() == ["node", "npm", "npx"])
    #expect(try route("node") == "iojs\nnode\n.\n")
    #expect(try route("npx") == "node\n.\n")
    for name in try shims() {
      #expect(try root.shims.appending(name).linkTarget() == ShimDirectory.target)
    }
    #expect(try rehash() == [])
  }

  @Test func `the seal of the shims holds until one of them or a route is gone`() async throws {
    try install("node", "24.0", "node", "npm")
    for folder in [root.shims, root.routes] {
      _ = try rehash()
      #expect(!root.hasSealedShims)
      try await ShimDirectory(root).seal([])
      #expect(root.hasSealedShims)
      try folder.appending("npm").removeFile()
      #expect(!root.hasSealedShims)
    }
    _ = try rehash()
    try await ShimDirectory(root).seal([])
    #expect(root.hasSealedShims)
    #expect(try root.shimSeals.entries().count == 1)
    // An unfinished change may have added programs.
    try root.newStagingArea.makeDirectories()
    #expect(!root.hasSealedShims)
  }

  @Test func `foreign files are neither replaced nor removed`() throws {
    try install("node", "24.0", "node", "npm", "npx")
    try root.shims.makeDirectories()
    try root.shims.appending("node").replaceContents(with: "mine".utf8)
    try root.shims.appending("npm").makeLink(to: "/usr/bin/true")
    let changes = try ShimDirectory(root).rehash()
    #expect(changes.added.map(\.text) == ["npx"])
    #expect(changes.occupied.map(\.text) == ["node", "npm"])
    #expect(try root.shims.appending("node").contents(limit: 10) == Array("mine".utf8))
    #expect(try root.shims.appending("npm").linkTarget() == "/usr/bin/true")
    // Once the user's file and link are gone, a rehash creates the shims.
    try root.shims.appending("node").removeFile()
    try root.shims.appending("npm").removeFile()
    #expect(try rehash() == ["+node", "+npm"])
  }

  @Test func `names that the file system does not distinguish share no shim`() throws {
    try install("littler", "1.0", "r", "lr")
    try install("r", "4.0", "R", "Rscript")
    let names = try ShimDirectory(root).rehash()
    guard names.indistinct.isEmpty else { return }
    #expect(names.added.map(\.text) == ["R", "Rscript", "lr", "r"])
    let directory = ShimDirectory(root, foldsCase: true)
    #expect(try directory.deviations().indistinct.map(\.text) == ["R"])
    for _ in 1...2 {
      #expect(try directory.rehash().indistinct.map(\.text) == ["R"])
      #expect(try shims() == ["Rscript", "lr", "r"])
      #expect(try route("r") == "littler\n.\n")
    }
  }

  @Test func `a shim gets the name that its executable has now`() throws {
    try install("node", "24.0", "Node")
    #expect(try rehash() == ["+Node"])
    try root.installs.appending("node").removeTree()
    try install("node", "25.0", "node")
    let changes = try ShimDirectory(root, foldsCase: true).rehash()
    #expect(changes.removed.isEmpty)
    #expect(try shims() == ["node"])
    #expect(try root.routes.entries() == ["node"])
  }

  @Test func `no shim takes the name of bootstrap, whatever its case`() throws {
    try install("tool", "1.0", "Bootstrap", "tool")
    #expect(try rehash() == ["+tool"])
  }

  @Test func `the packages of a version get shims, and routes name their variables`() throws {
    try install("node", "24.0", "node", "npm")
    try install("ruff", "1.0", "ruff")
    let node = try #require(ToolName("node"))
    let variable = try #require(PackageRule(variable: "NPM_CONFIG_PREFIX"))
    let npm = try #require(ExecutableName("npm"))
    let argument = try #require(PackageRule(argument: "-g", of: npm))
    let directory = ShimDirectory(root) { _ in
      false
    } packageRules: {
      $0 == node ? [variable, argument] : []
    }
    let changes = try directory.rehash()
    #expect(changes.added.map(\.text) == ["node", "npm", "ruff"])
    #expect(changes.hasNewRules)
    #expect(try route("npm") == "node\n+NPM_CONFIG_PREFIX={packages}\n+after -g\n.\n")
    #expect(try route("ruff") == "ruff\n.\n")
    #expect(try PackageRules.read(in: root).ofTools == [node: [variable, argument]])
    #expect(try directory.deviations() == ShimDirectory.Changes())

    // A shim called `sudo` would get passwords.
    let bin = root.packages.appending("node/24.0/bin")
    for name in ["eslint", "npm", "sudo"] {
      try bin.appending(name).replaceContents(with: [], isDurable: false)
      try bin.appending(name).setPermissions(0o755)
    }
    let deviations = try directory.deviations()
    #expect(deviations.added.map(\.text) == ["eslint"])
    #expect(deviations.rerouted.map(\.text) == ["npm"])
    #expect(try directory.rehash().added.map(\.text) == ["eslint"])
    let eslint = "node\n+\n+NPM_CONFIG_PREFIX={packages}\n.\n"
    #expect(try route("eslint") == eslint)
    #expect(try route("npm") == eslint.replacing("\n.", with: "\n+after -g\n."))
    #expect(try directory.deviations() == ShimDirectory.Changes())

    try root.installs.appending("node").removeTree()
    let changesWithoutNode = try directory.rehash()
    #expect(changesWithoutNode.removed.map(\.text) == ["eslint", "node", "npm"])
    #expect(changesWithoutNode.hasNewRules)
    #expect(!PackageRules.path(in: root).exists)
  }

  @Test func `routes know the names of tools in the files of other version managers`() throws {
    try install("temurin17", "17.0.10", "java")
    try install("node", "24.0", "node")
    let rules = ["java", "temurin-{version}"].compactMap { GuestRule(line: $0) }
    let words = ["nodejs", "lts/iron=20"].compactMap { GuestRule(line: $0) }
    let directory = ShimDirectory(root, guestRules: { $0.text == "node" ? words : rules })
    #expect(try directory.rehash().added.map(\.text) == ["java", "node"])
    #expect(try route("java") == "=java\ntemurin17\n.\n")
    // Only `.tool-versions` says `nodejs`, and shims leave every such file to the main program.
    #expect(try route("node") == "node\n.\n")
    let text = "node nodejs\nnode lts/iron=20\ntemurin17 java\ntemurin17 temurin-{version}\n"
    #expect(
      try String(decoding: GuestRules.path(in: root).contents(limit: 1 << 20), as: UTF8.self)
        == text)
    #expect(try directory.deviations() == ShimDirectory.Changes())
    // Without definitions, the rules of the last rehash remain.
    #expect(try ShimDirectory(root).rehash() == ShimDirectory.Changes())
    #expect(try route("java") == "=java\ntemurin17\n.\n")
    let other = ShimDirectory(root, guestRules: { _ in [] })
    #expect(try other.deviations().rerouted.map(\.text) == ["java"])
  }

  @Test func `added and removed shims are reported`() throws {
    try install("node", "24.0", "node", "npm")
    try install("iojs", "1.0", "node")
    _ = try rehash()
    try root.installs.appending("node").removeTree()
    try install("ruff", "1.0", "ruff")
    #expect(try rehash() == ["+ruff", "-npm"])
    #expect(try shims() == ["node", "ruff"])
    #expect(try route("node") == "iojs\n.\n")
    #expect(try route("npm") == nil)
  }

  @Test func `a correct shim is not touched`() throws {
    try install("ruff", "1.0", "ruff")
    _ = try rehash()
    let before = try [root.shims.appending("ruff"), root.routes.appending("ruff")].map {
      try $0.linkStatus()?.inode
    }
    try install("ninja", "1.0", "ninja")
    #expect(try rehash() == ["+ninja"])
    let after = try [root.shims.appending("ruff"), root.routes.appending("ruff")].map {
      try $0.linkStatus()?.inode
    }
    #expect(before == after)
  }

  @Test func `an incorrect shim or route is repaired`() throws {
    try install("ruff", "1.0", "ruff")
    _ = try rehash()
    try root.shims.appending("ruff").replaceLink(to: "/somewhere/else/libexec/bootstrap-shim")
    try root.routes.appending("ruff").replaceContents(with: Array("other\n".utf8))
    #expect(try rehash() == ["+ruff"])
    #expect(try root.shims.appending("ruff").linkTarget() == ShimDirectory.target)
    #expect(try route("ruff") == "ruff\n.\n")
  }

  @Test func `entries that are not shims are kept`() throws {
    try root.shims.appending("folder").makeDirectories()
    try root.shims.appending("mine").replaceContents(with: Array("#!/bin/sh\n".utf8))
    try root.shims.appending("link").makeLink(to: "/usr/bin/true")
    try root.shims.appending("gone").makeLink(to: ShimDirectory.target)
    try root.shims.appending(".hidden").replaceContents(with: [])
    #expect(try rehash() == ["-gone"])
    #expect(try root.shims.entries() == [".hidden", ".routes", "folder", "link", "mine"])
    #expect(try root.shims.appending("mine").contents(limit: 100) == Array("#!/bin/sh\n".utf8))
  }

  @Test func `an interrupted rehash leaves no shim without its route`() throws {
    try install("ruff", "1.0", "aaa", "ruff")
    // A folder with the name of the second route makes the rehash fail after the first shim.
    try root.routes.appending("ruff").makeDirectories()
    #expect(throws: FileError.self) { try rehash() }
    #expect(try route("aaa") == "ruff\n.\n")
    #expect(try shims() == ["aaa"])
    try root.routes.appending("ruff").removeTree()
    #expect(try rehash() == ["+ruff"])
  }

  @Test func `invalid executable names are skipped`() throws {
    try install("ruff", "1.0", "ruff", ".hidden", "two words", "-dash", "back\\slash")
    #expect(try rehash() == ["+ruff"])
  }
}
