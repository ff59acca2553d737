import Diagnostics
import Manifests
import Projects
import SourceKinds
import Terminal
import Testing
import Vocabulary

@Suite struct DifferenceTests {
  /// A lock with `ruff 1.0` for the four default platforms.
  private static let lock = ProjectWorld.lock(
    (
      "ruff 1.0",
      [
        #"wants "~> 1.0" Toolfile"#, "declares groups=default package=ruff source=pypi",
        "provides ruff",
        ProjectWorld.artifact("linux-arm64"), ProjectWorld.artifact(),
        ProjectWorld.artifact("macos-arm64"), ProjectWorld.artifact("macos-x64"),
      ]
    ))

  /// A statement that declares the default platforms.
  private static let all = #"platforms "linux-x64", "linux-arm64", "macos-arm64"\#n"#

  @Test(arguments: [
    #"tool "ruff", "~> 1.0""#,
    all + #"tool "ruff", "~> 1.0""#,
    "# a word\n\n" + #"tool 'ruff', '~>  1.0'"#,
    #"tool "ruff", "~> 1.0", source: "pypi""#,
    #"tool "ruff", "~> 1.0", package: "ruff""#,
    #"tool "ruff", "~> 1.0", groups: ["default"]"#,
  ])
  func `equivalent declarations do not differ`(_ toolfile: String) throws {
    let difference = try ProjectWorld.difference("source \"pypi\"\n\(toolfile)\n", lock: Self.lock)
    #expect(difference == LockDifference())
    #expect(difference.isEmpty)
  }

  @Test func `a demand on all publishers differs at its statement`() throws {
    let difference = try ProjectWorld.difference(
      """
      source "pypi"
      tool "ruff", "~> 1.0"
      require_provenance :stated

      """, lock: Self.lock)
    #expect(difference.changed.map(\.aspect) == [.provenance(locked: nil, required: .stated)])
    #expect(difference.changed.map(\.origin.line) == [3])
  }

  /// A Toolfile, and each expected change as `tool: locked -> wanted`.
  @Test(arguments: [
    (#"tool "ruff", "~> 1.1""#, [#"ruff: "~> 1.0" -> "~> 1.1""#]),
    (#"tool "ruff""#, [#"ruff: "~> 1.0" -> any version"#]),
    (#"tool "ruff", "~> 1.0", "< 2""#, [#"ruff: "~> 1.0" -> "~> 1.0, < 2""#]),
    (#"tool "ruff", "~> 1.0", source: "directory""#, ["ruff: source pypi -> source directory"]),
    (#"tool "ruff", "~> 1.0", package: "other""#, ["ruff: package ruff -> package other"]),
    (#"tool "ruff", "~> 1.0", cooldown: "3 days""#, ["ruff: nothing -> cooldown 3 days"]),
    (#"tool "ruff", "~> 1.0", executables: ["a", "b"]"#, ["ruff: nothing -> executables a,b"]),
    (#"tool "ruff", "~> 1.0", groups: ["lint"]"#, ["ruff: groups default -> groups lint"]),
    (
      #"tool "ruff", "~> 1.0", platforms: ["macos-arm64", "linux-x64"]"#,
      ["ruff: nothing -> platforms linux-x64,macos-arm64"]
    ),
    (#"tool "ruff", "~> 1.0", build: "make""#, ["ruff: nothing -> step 1 `make`"]),
    (
      #"tool "ruff", "~> 1.0", require_provenance: :verified"#,
      ["ruff: no publisher -> a verified publisher is required"]
    ),
    (
      #"tool "ruff", "~> 2", package: "other""#,
      [#"ruff: "~> 1.0" -> "~> 2""#, "ruff: package ruff -> package other"]
    ),
  ])
  func `a change is reported with the old and new values`(
    _ toolfile: String, _ changes: [String]
  ) throws {
    let difference = try ProjectWorld.difference("source \"pypi\"\n\(toolfile)\n", lock: Self.lock)
    #expect(difference.changed.map(words) == changes)
    #expect(difference.changed.allSatisfy { "\($0.origin)".hasPrefix("Toolfile:2") })
    #expect(difference.added == [])
    #expect(difference.removed == [])
  }

  /// The `platforms` line of a Toolfile, and the expected changes for a lock whose only artifact is
  /// for linux-x64.
  @Test(arguments: [
    (
      #"platforms "linux-x64", "macos-arm64""#,
      ["ruff: no artifact for macos-arm64 -> required"]
    ),
    ("", ["ruff: no artifact for linux-arm64, macos-arm64 -> required"]),
  ])
  func `a missing artifact makes a lock stale`(
    _ platforms: String, _ changes: [String]
  ) throws {
    let lock = ProjectWorld.lock(
      platforms: platforms.isEmpty
        ? "linux-arm64 linux-x64 macos-arm64" : "linux-x64 macos-arm64",
      (
        "ruff 1.0",
        [
          #"wants "~> 1.0" Toolfile"#, "declares groups=default package=ruff source=pypi",
          "provides ruff", ProjectWorld.artifact(),
        ]
      ))
    let difference = try ProjectWorld.difference(
      "\(platforms)\nsource \"pypi\"\ntool \"ruff\", \"~> 1.0\"\n", lock: lock)
    #expect(difference.changed.map(words) == changes)
  }

  /// Returns a change as `tool: locked -> wanted`.
  private func words(_ change: LockDifference.Change) -> String {
    "\(change.tool): \(change.aspect.words.locked) -> \(change.aspect.words.wanted)"
  }

  @Test func `added and removed tools are reported`() throws {
    let difference = try ProjectWorld.difference("\ntool \"ninja\"\n", lock: Self.lock)
    #expect(difference.added.map(\.tool.text) == ["ninja"])
    #expect(difference.added.allSatisfy { "\($0.origin)".hasPrefix("Toolfile:2") })
    #expect(difference.removed.map(\.text) == ["ruff"])
    #expect(difference.changed == [])
  }

  /// Returns a lock with `ruff 1.0` and optional stanzas of `node 1.0` and `npm 1.0`.
  ///
  /// - Parameters:
  ///   - needs: The `needs` lines of `ruff`.
  ///   - node: The first lines of the stanza of `node`, or `nil` to omit the stanza.
  ///   - npm: The first lines of the stanza of `npm`, or `nil` to omit the stanza.
  private static func lock(
    ruffNeeds needs: [String], node: [String]? = nil, npm: [String]? = nil
  ) -> String {
    let ruff = [#"wants "~> 1.0" Toolfile"#] + needs
    let stanzas = [("node", node), ("npm", npm), ("ruff", ruff)].compactMap { name, lines in
      lines.map { lines in
        (
          "\(name) 1.0",
          lines + [
            "declares groups=default package=\(name) source=pypi", "provides \(name)",
            ProjectWorld.artifacts,
          ]
        )
      }
    }
    return ProjectWorld.lock(of: stanzas)
  }

  /// A lock with needs, a `.tool-version` file, and the expected differences in words.
  @Test(arguments: [
    (lock(ruffNeeds: [#"needs node ">= 1""#], node: [#"wants ">= 1" ruff@1.0"#]), "", []),
    (
      lock(
        ruffNeeds: [#"needs node ">= 1""#],
        node: [#"wants ">= 1" ruff@1.0"#, #"wants "" npm@1.0"#, #"needs npm """#],
        npm: [#"wants "" node@1.0"#, #"needs node """#]), "", []
    ),
    (lock(ruffNeeds: [#"needs node ">= 1""#]), "", ["added node by ruff@1.0"]),
    (lock(ruffNeeds: [#"needs node ">= 1""#]), "node system\n", []),
    (lock(ruffNeeds: [], node: [#"wants ">= 1" ruff@1.0"#]), "", ["removed node"]),
    (
      lock(ruffNeeds: [], node: [#"wants "" npm@1.0"#], npm: [#"wants "" node@1.0"#]), "",
      ["removed node", "removed npm"]
    ),
    (
      lock(ruffNeeds: [#"needs node ">= 1""#], node: [#"wants ">= 1" ruff@0.9"#]), "",
      [#"changed node from ">= 1" (ruff@0.9) to ">= 1" (ruff@1.0) by ruff@1.0"#]
    ),
    (
      lock(ruffNeeds: [#"needs node ">= 2""#], node: [#"wants ">= 1" ruff@1.0"#]), "",
      [#"changed node from ">= 1" (ruff@1.0) to ">= 2" (ruff@1.0) by ruff@1.0"#]
    ),
    (
      lock(
        ruffNeeds: [#"needs node ">= 1""#],
        node: [#"wants ">= 1" Toolfile"#, #"wants ">= 1" ruff@1.0"#]), "",
      [#"changed node from ">= 1" to nothing by Toolfile"#]
    ),
    (
      lock(ruffNeeds: [#"needs node ">= 1""#], node: [#"wants ">= 1" ruff@1.0"#]), "node 1.0\n",
      [#"changed node from nothing to "= 1.0" (.tool-version) by .tool-version"#]
    ),
    (
      lock(
        ruffNeeds: [#"needs node ">= 1""#],
        node: [#"wants "= 1.0" .tool-version"#, #"wants ">= 1" ruff@1.0"#]), "node 1.0\n", []
    ),
  ])
  func `needs and the matching wants must agree`(
    _ lock: String, _ pins: String, _ expected: [String]
  ) throws {
    let difference = try ProjectWorld.difference(
      #"tool "ruff", "~> 1.0", source: "pypi""# + "\n", pins: pins.isEmpty ? nil : pins, lock: lock)
    let words =
      difference.added.map { "added \($0.tool) by \($0.origin)" }
      + difference.removed.map { "removed \($0)" }
      + difference.changed.map {
        let (locked, wanted) = $0.aspect.words
        return "changed \($0.tool) from \(locked) to \(wanted) by \($0.origin)"
      }
    #expect(words == expected)
  }

  /// The first lines of the stanza of `node 1.0`, the requirement of `ruff 1.0` on it, and the
  /// expected mismatches in words.
  @Test(arguments: [
    ([#"wants "" ruff@1.0"#], #""""#, []),
    ([#"wants ">= 1" ruff@1.0"#], #"">= 1""#, []),
    ([#"wants "< 1" ruff@1.0"#], #""< 1""#, ["node 1.0 is not < 1 by ruff@1.0"]),
    (
      [#"wants "= 2" .tool-version"#, #"wants ">= 1" ruff@1.0"#], #"">= 1""#,
      ["node 1.0 is not = 2 by .tool-version"]
    ),
  ])
  func `a version that its own wants exclude is stale`(
    _ wants: [String], _ need: String, _ expected: [String]
  ) throws {
    let pins = wants.contains { $0.contains(".tool-version") } ? "node 2\n" : nil
    let lock = Self.lock(ruffNeeds: ["needs node \(need)"], node: wants)
    let difference = try ProjectWorld.difference(
      #"tool "ruff", "~> 1.0", source: "pypi""# + "\n", pins: pins, lock: lock)
    #expect(
      difference.mismatches.map {
        "\($0.tool) \($0.version) is not \($0.requirement) by \($0.origin)"
      }
        == expected)
    #expect(difference.isEmpty == expected.isEmpty)
    #expect(difference.changed == [])
  }

  @Test func `a version that the Toolfile excludes is reported with its line`() throws {
    let lock = ProjectWorld.lock(
      (
        "ruff 2.0",
        [
          #"wants "~> 1.0" Toolfile"#, "declares groups=default package=ruff source=pypi",
          "provides ruff", ProjectWorld.artifacts,
        ]
      ))
    let difference = try ProjectWorld.difference(
      "\n" + #"tool "ruff", "~> 1.0", source: "pypi""# + "\n", lock: lock)
    let mismatch = try #require(difference.mismatches.first)
    #expect("\(mismatch.tool) \(mismatch.version) \(mismatch.requirement)" == "ruff 2.0 ~> 1.0")
    #expect("\(mismatch.origin)".hasPrefix("Toolfile:2"))
  }

  @Test func `added and removed platforms are reported`() throws {
    let difference = try ProjectWorld.difference(
      #"platforms "linux-x64", "linux-x64-musl""# + "\n" + #"tool "ruff", "~> 1.0""# + "\n",
      lock: Self.lock)
    #expect(difference.addedPlatforms == [.linuxX64Musl])
    #expect(difference.removedPlatforms == [.linuxArm64, .macosArm64])
    #expect(!difference.isEmpty)
  }

  @Test func `a pin next to the Toolfile adds a requirement with its own origin`() throws {
    let difference = try ProjectWorld.difference(
      #"tool "ruff", "~> 1.0", source: "pypi""# + "\n", pins: "# mine\nruff 1.0.1\n",
      lock: Self.lock)
    let change = try #require(difference.changed.first)
    #expect(change.aspect.words.locked == #""~> 1.0""#)
    #expect(change.aspect.words.wanted == #""~> 1.0", "= 1.0.1" (.tool-version)"#)
    #expect("\(change.origin)".hasPrefix(".tool-version:2"))
    #expect(difference.changed.count == 1)
  }

  @Test(arguments: ["ninja 1.0\n", "ninja system\n", ""])
  func `other pins next to the Toolfile do not affect the lock`(_ pins: String) throws {
    let toolfile = #"tool "ruff", "~> 1.0", source: "pypi""# + "\n"
    #expect(try ProjectWorld.difference(toolfile, pins: pins, lock: Self.lock).isEmpty)
  }

  @Test func `a system tool is not locked even if the Toolfile names it`() throws {
    let toolfile = #"tool "ruff", "~> 1.0", source: "pypi""# + "\n"
    let difference = try ProjectWorld.difference(
      toolfile, pins: "ruff system\n", lock: Self.lock)
    #expect(difference.removed.map(\.text) == ["ruff"])
    #expect(
      try ProjectWorld.difference(
        toolfile, pins: "ruff system\n", lock: ProjectWorld.lock(of: [])
      ).isEmpty)
  }

  @Test func `a needed tool must be locked for the platforms that need it`() throws {
    let lock = ProjectWorld.lock(
      (
        "node 1.0",
        [
          #"wants ">= 1" ruff@1.0"#, "declares groups=default package=node source=pypi",
          "provides node", ProjectWorld.artifact("linux-arm64"),
        ]
      ),
      (
        "ruff 1.0",
        [
          #"wants "~> 1.0" Toolfile"#,
          "declares groups=default package=ruff platforms=linux-x64 source=pypi",
          #"needs node ">= 1""#, "provides ruff", ProjectWorld.artifact(),
        ]
      ))
    for platforms in ["", Self.all] {
      let difference = try ProjectWorld.difference(
        platforms + #"tool "ruff", "~> 1.0", platforms: ["linux-x64"], source: "pypi""# + "\n",
        lock: lock)
      #expect(
        difference.changed.filter { $0.tool.text == "node" }.map {
          "\($0.aspect.words.locked) by \($0.origin)"
        }
          == ["no artifact for linux-x64 by ruff@1.0"])
    }
  }

  /// An address in a Toolfile, and the part of it that a lock may contain.
  @Test(arguments: [
    ("https://me:secret@example.org/simple/", "https://example.org/simple/"),
    ("https://secret@example.org/simple/", "https://example.org/simple/"),
    ("https://me:se@cret@example.org:8080/", "https://example.org:8080/"),
    ("https://example.org/@scope/", "https://example.org/@scope/"),
    ("https://example.org?page=secret", "(invalid)"),
    ("http:/me:secret@example.org", "(invalid)"),
    ("artifacts", "artifacts"),
  ])
  func `a declaration never contains credentials`(_ address: String, _ kept: String) throws {
    let world = try ProjectWorld(
      toolfile: "source \"pypi\", \"\(address)\"\ntool \"ruff\", \"~> 1.0\"\n")
    let request = try #require(try world.project.requests.first)
    let declaration = request.declared.declared
    #expect(declaration["address"] == kept)
    #expect(!declaration.options.contains { $0.value.contains("secret") })
    #expect(!declaration.options.contains { $0.value.contains("cret@") })
  }

  @Test func `changed credentials do not make a lock stale`() throws {
    let lock = ProjectWorld.lock(
      (
        "ruff 1.0",
        [
          #"wants "~> 1.0" Toolfile"#,
          "declares address=https://example.org/simple/ groups=default package=ruff source=pypi",
          "provides ruff", ProjectWorld.artifacts,
        ]
      ))
    for credentials in ["", "me:old@", "me:new@"] {
      let toolfile =
        "source \"pypi\", \"https://\(credentials)example.org/simple/\"\n"
        + "tool \"ruff\", \"~> 1.0\"\n"
      #expect(try ProjectWorld.difference(toolfile, lock: lock).isEmpty)
    }
  }
}
