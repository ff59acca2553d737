import Testing

@testable import ToolSources

@Suite struct ProgramNameTests {
  @Test(arguments: [
    ("tool", "tool"), ("tool-linux-amd64", "tool"), ("tool_1.2.3_darwin_arm64", "tool"),
    ("tool-v1.2.3", "tool"), ("tool.x86_64", "tool"), ("x86_64-unknown-linux-musl-tool", "tool"),
    ("tool-linux-x64.gz", "tool"), ("tool.exe", "tool"), ("tool.pyz", "tool"), ("tool.sh", "tool"),
    ("linux-amd64", "tool"), ("1.2.3", "tool"), ("Tool-static", "tool"),
    ("tool-1.2.3-all.jar", "tool"),
    ("helper", "helper"), ("helper-linux-amd64", "helper"), ("helper-1.2.3", "helper"),
    ("helper.sh", "helper.sh"), ("tool-cli-linux-amd64", "tool-cli"), ("tool-18", "tool-18"),
    ("qemu-system-x86_64", "qemu-system-x86_64"), ("bin.linux.helper.aarch64", "helper"),
    ("macos-helper", "helper"), ("helper_linux_amd64_binary", "helper"), ("", "tool"),
  ])
  func `the command is what is left of a name`(file: String, command: String) {
    #expect(ProgramName.command(of: file, tool: "tool", version: "v1.2.3") == command)
  }

  @Test(arguments: ["", ".", "-", "...", "*", "é", " ", "\u{0}", ".gz"])
  func `the command of an odd name is not empty`(name: String) {
    #expect(!ProgramName.command(of: name, tool: "tool", version: "").isEmpty)
  }
}
