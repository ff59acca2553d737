import Filesystem
import Foundation
import SampleGems
import Sandboxes
import Testing

/// Sample gems, as the RubyGems of this machine reads and installs them.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gem"), "there is no gem"))
struct RubyGemsTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Runs a program with a home for gems of its own, and returns its output.
  private func output(_ program: String, _ arguments: String...) throws -> String {
    let home = "\(folder.path.string)/home"
    let output = try ChildProcess.output(
      of: FilePath(program), arguments: arguments,
      environment: Environment(["GEM_HOME": home, "PATH": "/usr/bin:/bin"]), limit: 100_000,
      includingErrors: true)
    return String(decoding: output ?? [], as: UTF8.self)
  }

  @Test func `it installs and runs a program with its dependencies`() throws {
    let gems = [
      SampleGem("sample_colors", "1.2.3"),
      SampleGem("sample_tool", "2.0", needs: ["sample_colors": "~> 1.2"]).program("sample-tool"),
    ]
    var paths: [String] = []
    for gem in gems {
      let path = "\(folder.path.string)/\(gem.fileName)"
      try Data(gem.bytes).write(to: URL(fileURLWithPath: path))
      paths.append(path)
    }
    for path in paths {
      let said = try output(
        "/usr/bin/gem", "install", "--local", "--ignore-dependencies", "--no-document", path)
      #expect(said.contains("1 gem installed"), "\(said)")
    }
    let said = try output("/usr/bin/ruby", "\(folder.path.string)/home/bin/sample-tool", "x")
    #expect(said == "sample_colors 1.2.3\nsample_tool 2.0\nx\n")
  }
}
