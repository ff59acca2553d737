package import Foundation
package import Testing

/// An expected text in a file under `Fixtures/`.
///
/// If `BOOTSTRAP_RECORD` is set, a text that differs replaces the contents of the file. The test
/// still fails, so that each recorded text is reviewed.
package struct Snapshot: Sendable {
  /// The path relative to `Fixtures/`, such as `Terminal/messages.txt`.
  package let path: String

  /// Creates a snapshot. `path` is relative to `Fixtures/`.
  package init(_ path: String) {
    self.path = path
  }

  /// The recorded text, or `nil` if there is none yet.
  package var text: String? {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Records an issue at `sourceLocation` unless `actual` equals the recorded text.
  package func expect(_ actual: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = text
    if actual == expected { return }
    var comment = "Fixtures/\(path):\n" + lineDifference(from: expected ?? "", to: actual)
    if ProcessInfo.processInfo.environment["BOOTSTRAP_RECORD"] != nil {
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(actual.utf8).write(to: file)
        comment = "recorded " + comment
      } catch {
        comment = "cannot be recorded (\(error)): " + comment
      }
    }
    Issue.record(Comment(rawValue: comment), sourceLocation: sourceLocation)
  }

  private var file: URL { Self.fixtures.appendingPathComponent(path) }

  /// The `Fixtures` folder of the repository.
  package static var fixtures: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
  }
}
