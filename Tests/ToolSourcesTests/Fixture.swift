import Filesystem
import Sandboxes

/// The fixtures in `Fixtures/ToolSources/`.
enum Fixture {
  static let folder = FilePath.fixtures.appending("ToolSources")

  /// Returns the content of a fixture.
  static func bytes(_ name: String) throws -> [UInt8] {
    try folder.appending(name).contents(limit: 64 << 20)
  }

  /// Returns the content of a fixture as text.
  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}
