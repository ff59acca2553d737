import Manifests
import SourceKinds
import Testing

@testable import ToolSources

@Suite struct ArchiveLayoutTests {
  /// Returns files, of which those that begin with `*` are executable.
  private func members(_ paths: [String], size: Int = 10) -> [ArchiveFile] {
    paths.map { path in
      let isExecutable = path.hasPrefix("*")
      return ArchiveFile(
        path: String(isExecutable ? path.dropFirst() : path[...]), isExecutable: isExecutable,
        size: size, checksum: 0)
    }
  }

  /// Returns the executables of an archive in which every file is a program but those called
  /// `data`.
  private func programs(_ members: [ArchiveFile]) -> [String] {
    let layout = ArchiveLayout(members: members)
    var heads: [String: [UInt8]] = [:]
    for member in layout.membersToInspect {
      heads[member.path] = Array((member.name == "data" ? "words" : "#!/bin/sh").utf8)
    }
    return layout.executables(of: "tool", "1.2.0", heads: heads).map { "\($0.name)=\($0.path)" }
  }

  @Test(arguments: [
    (["*tool", "README"], ["tool=tool"]),
    (["*tool-1.2.0/x"], ["x=tool-1.2.0/x"]),
    (["*a/bin/tool", "*a/b/bin/other", "*root"], ["tool=a/bin/tool"]),
    (["*a/bin/data", "*root"], ["root=root"]),
    (["*a/x", "*b/y"], []),
    (["*tool-linux-amd64"], ["tool=tool-linux-amd64"]),
    (["*tool_1.2.0_darwin_arm64", "*helper"], ["helper=helper", "tool=tool_1.2.0_darwin_arm64"]),
    (["*tool", "*libtool.so", "*libx.so.1"], ["tool=tool"]),
    // No modes: the first bytes decide.
    (["tool", "data"], ["tool=tool"]),
    (["tool", "*other"], ["other=other"]),
  ])
  func `the programs of an archive are found`(paths: [String], expected: [String]) {
    #expect(programs(members(paths)) == expected)
  }

  @Test func `large executables are not inspected unless the archive has no modes`() {
    let size = WheelLayout.maximumScriptSize + 1
    #expect(ArchiveLayout(members: members(["*tool"], size: size)).membersToInspect.isEmpty)
    #expect(ArchiveLayout(members: members(["tool"], size: size)).membersToInspect.count == 1)
  }

  @Test(arguments: [
    (["*rg-linux-amd64"], "rg", "rg-linux-amd64"), (["*rg", "*bin/rg-linux"], "rg", "rg"),
    (["*tool_1.2.3_linux_amd64", "tool.txt"], "tool", "tool_1.2.3_linux_amd64"),
    (["*rgx"], "rg", nil),
  ])
  func `a program named after its platform is found by its name`(
    paths: [String], name: String, expected: String?
  ) {
    let layout = ArchiveLayout(members: members(paths))
    #expect(layout.executables(named: [name]).map(\.path) == (expected.map { [$0] } ?? []))
  }
}
