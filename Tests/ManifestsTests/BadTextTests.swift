import Diagnostics
import Manifests
import Terminal
import Testing

@Suite struct `Invalid texts` {
  @Test(arguments: try BadText.all(in: "Manifests/tool-version/errors.txt"))
  func `in .tool-version have the expected errors`(bad: BadText) {
    #expect(!bad.expected.isEmpty)
    #expect(toolVersionSentences(bad.text) == bad.expected)
  }

  @Test(arguments: try BadText.all(in: "Manifests/toolfile/errors.txt"))
  func `in a Toolfile have the expected errors`(bad: BadText) {
    #expect(!bad.expected.isEmpty)
    #expect(toolfileSentences(bad.text) == bad.expected)
  }

  @Test(arguments: try BadText.all(in: "Manifests/registry/errors.txt"))
  func `in a registry have the expected errors`(bad: BadText) {
    #expect(!bad.expected.isEmpty)
    #expect(registrySentences(bad.text) == bad.expected)
  }

  @Test(arguments: try BadText.all(in: "Manifests/lockfile/errors.txt"))
  func `in a lock have the expected errors`(bad: BadText) {
    #expect(!bad.expected.isEmpty)
    #expect(lockSentences(bad.text) == bad.expected)
  }

  @Test(
    arguments: [
      (
        [0x74, 0x6F, 0x6F, 0x6C, 0x0A, 0x20, 0x00], "2:2: unexpected NUL byte: the file is not text"
      ),
      ([0x0A, 0x61, 0xFF], "2:2: the file is not valid UTF-8"),
      ([0xC3, 0xA9, 0xED, 0xA0, 0x80], "1:2: the file is not valid UTF-8"),
      ([0x61, 0xF4, 0x90, 0x80, 0x80], "1:2: the file is not valid UTF-8"),
      ([0x61, 0xC0, 0x80], "1:2: the file is not valid UTF-8"),
      ([0x61, 0xE2, 0x82], "1:2: the file is not valid UTF-8"),
      ([0xFF, 0xFE, 0x74, 0x00], " the file is UTF-16, not UTF-8"),
      ([0xFE, 0xFF, 0x00, 0x74], " the file is UTF-16, not UTF-8"),
    ] as [([UInt8], String)])
  func `that are not UTF-8 text are rejected`(bytes: [UInt8], expected: String) {
    #expect(toolVersionSentences(bytes) == [".tool-version:\(expected)"])
    #expect(toolfileSentences(bytes) == ["Toolfile:\(expected)"])
    #expect(lockSentences(bytes) == ["Toolfile.lock:\(expected)"])
  }

  @Test func `that are too large are rejected`() {
    func spaces(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: " "), count: count + 1) }
    #expect(
      toolVersionSentences(spaces(ToolVersionFile.maximumByteCount))
        == [".tool-version: the file is larger than 64 KiB"])
    #expect(
      toolfileSentences(spaces(Toolfile.maximumByteCount))
        == ["Toolfile: the file is larger than 1 MiB"])
    #expect(
      lockSentences(spaces(Lockfile.maximumByteCount))
        == ["Toolfile.lock: the file is larger than 16 MiB"])
  }

  @Test func `stop being checked after the maximum number of problems`() {
    let lines = String(repeating: "x\n", count: 1000)
    #expect(toolVersionSentences(Array(lines.utf8)).count == SyntaxProblems.limit)
    #expect(toolfileSentences(Array(lines.utf8)).count == SyntaxProblems.limit)
    let lock = "lockfile 1\nplatforms linux-x64\n" + String(repeating: "provides\n", count: 1000)
    #expect(lockSentences(Array(lock.utf8)).count == SyntaxProblems.limit)
  }
}

/// Returns the problems of a `.tool-version` file, each as a line.
private func toolVersionSentences(_ bytes: [UInt8]) -> [String] {
  sentences { () throws(SyntaxProblems) in
    _ = try ToolVersionFile(parsing: bytes, path: ".tool-version")
  }
}

/// Returns the problems of a Toolfile, each as a line.
private func toolfileSentences(_ bytes: [UInt8]) -> [String] {
  sentences { () throws(SyntaxProblems) in _ = try Toolfile(parsing: bytes, path: "Toolfile") }
}

/// Returns the problems of a registry, each as a line.
private func registrySentences(_ bytes: [UInt8]) -> [String] {
  sentences { () throws(SyntaxProblems) in _ = try RegistryText(parsing: bytes, path: "tools.rb") }
}

/// Returns the problems of a lock, each as a line.
private func lockSentences(_ bytes: [UInt8]) -> [String] {
  sentences { () throws(SyntaxProblems) in _ = try Lockfile(parsing: bytes, path: "Toolfile.lock") }
}
