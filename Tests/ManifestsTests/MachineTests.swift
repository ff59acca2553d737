import Diagnostics
import Manifests
import Testing
import Versions
import Vocabulary

/// The statements of a Toolfile about the machine.
@Suite struct `The machine in a Toolfile` {
  private func toolfile(_ text: String) throws -> Toolfile {
    try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
  }

  private func all() throws -> Toolfile {
    try Toolfile(
      parsing: Fixture.bytes("Manifests/toolfile/everything.Toolfile"), path: "Toolfile")
  }

  @Test func `requires programs of the system`() throws {
    let requirements = try all().systemRequirements
    #expect(
      requirements.map { "\($0.name) [\($0.requirement.value)]" } == [
        "git [>= 2.40, < 4]", "make []", "xcode [>= 16]",
      ])
    #expect(requirements.map { $0.platforms?.count } == [nil, nil, 2])
    let git = try #require(requirements.first)
    #expect(git.requirement.origin.line == git.origin.line)
  }

  @Test func `names packages for each manager`() throws {
    let packages = try all().hostPackages
    #expect(packages.count == 2)
    let first = try #require(packages.first)
    #expect(
      first.names == [
        .apt: ["build-essential", "g++", "libyaml-dev"], .dnf: ["gcc-c++"], .apk: ["build-base"],
        .pacman: ["base-devel"], .brew: ["openssl@3", "acme/tap/kit"], .cask: ["docker"],
        .mas: ["497799835", "1"],
      ])
    #expect(packages.map(\.platforms) == [nil, [.macosX64, .macosArm64]])
  }

  @Test func `has hooks`() throws {
    let hooks = try all().hooks
    #expect(hooks.map(\.name.text) == ["hooks-path", "first", "last"])
    #expect(hooks[0].run == ["git config core.hooksPath .githooks"])
    #expect(hooks[0].check == #"test "$(git config core.hooksPath)" = .githooks"#)
    #expect(hooks[0].after == [] && hooks[0].files == [] && !hooks[0].isOnce)
    #expect(hooks[1].run == ["echo one", "echo two"] && hooks[1].check == nil)
    #expect(hooks[1].after == ["last", "host"] && hooks[1].platforms == [.macosArm64])
    #expect(hooks[2].isOnce && hooks[2].platforms == nil)
    #expect(hooks[2].files == ["script/setup", "Brewfile"])
  }

  /// A topological sort succeeds exactly if no cycle is reported, and every reported cycle is real.
  @Test func `is refused exactly if hooks wait for each other`() throws {
    var generator = SystemRandomNumberGenerator()
    var refused = 0
    for _ in 0..<300 {
      let count = Int.random(in: 1...7, using: &generator)
      let edges = (0..<count).map { _ in
        (0..<count).filter { _ in Int.random(in: 0..<6, using: &generator) == 0 }
      }
      let text = edges.enumerated().map { index, after in
        let names = after.map { "\"h\($0)\"" }.joined(separator: ", ")
        let option = names.isEmpty ? "" : ", after: [\(names)]"
        return "hook \"h\(index)\", run: \"x\"\(option)\n"
      }.joined()
      let cycles = cycles(in: text)
      #expect(cycles.isEmpty == Self.hasOrder(edges), "\(text)")
      for cycle in cycles {
        let indices = cycle.map { $0.line - 1 }
        for (hook, next) in zip(indices, indices.dropFirst() + indices.prefix(1)) {
          #expect(edges[hook].contains(next), "\(text)")
        }
      }
      refused += cycles.isEmpty ? 0 : 1
    }
    #expect(refused > 30 && refused < 270)
  }

  private func cycles(in text: String) -> [[HookPlace]] {
    do throws(SyntaxProblems) {
      _ = try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
      return []
    } catch {
      return error.problems.compactMap { problem in
        if case .hookCycle(let places) = problem.fault { places } else { nil }
      }
    }
  }

  private static func hasOrder(_ edges: [[Int]]) -> Bool {
    var done: Set<Int> = []
    while let next = edges.indices.first(where: {
      !done.contains($0) && edges[$0].allSatisfy(done.contains)
    }) {
      done.insert(next)
    }
    return done.count == edges.count
  }

  @Test func `may have a long chain of hooks`() throws {
    let text = (0..<2000).map { "hook \"h\($0)\", run: \"x\", after: \"h\($0 + 1)\"\n" }.joined()
    #expect(try toolfile(text + "hook \"h2000\", run: \"x\"\n").hooks.count == 2001)
    #expect(cycles(in: text + "hook \"h2000\", run: \"x\", after: \"h0\"\n").map(\.count) == [2001])
  }

  /// The statements come before, between, and after the tools.
  @Test(arguments: (try? SampleToolfile.all()) ?? [])
  func `stays as it is when tools change`(_ sample: SampleToolfile) throws {
    let machine = """
      require_system "git", ">= 2.40" # why
      host apt: ["make",
        "g++"], brew: "make"
      hook "a", run: "tool \\"ruff\\"", after: "b"

      """
    let text = machine + String(decoding: sample.bytes, as: UTF8.self)
    let end = text.hasSuffix("\n") ? "" : "\n"
    let original = try toolfile(text + end + "hook \"b\", run: 'x'\n")
    func check(_ editor: ToolfileEditor) {
      let edited = editor.toolfile
      #expect(edited.hooks.map(\.run) == original.hooks.map(\.run))
      #expect(edited.hostPackages.map(\.names) == original.hostPackages.map(\.names))
      #expect(edited.systemRequirements.map(\.name) == original.systemRequirements.map(\.name))
      #expect(edited.bytes.starts(with: machine.utf8))
    }
    var editor = ToolfileEditor(original)
    try editor.add(NewTool(try #require(ToolName("new")), .any))
    check(editor)
    for tool in original.tools {
      try editor.remove(tool.name)
      check(editor)
    }
  }
}
