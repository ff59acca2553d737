import Filesystem
import Sandboxes

/// Files under `Fixtures/ToolSources/`.
enum Fixture {
  static let folder = FilePath.fixtures.appending("ToolSources")

  static func bytes(_ name: String) throws -> [UInt8] {
    try folder.appending(name).contents(limit: 64 << 20)
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}
