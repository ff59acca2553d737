package import Foundation
package import Testing

/// A text that is kept under `Fixtures/` and compared as a whole.
///
/// If `BOOTSTRAP_RECORD` is set, a differing text is written to its file. The test fails all
/// the same, so that a person reviews each recorded text.
package struct Snapshot: Sendable {
  /// The path relative to `Fixtures/`, such as `Terminal/messages.txt`.
  package let path: String

  /// Creates a snapshot; `path` is relative to `Fixtures/`.
  package init(_ path: String) {
    self.path = path
  }

  /// The recorded text; `nil` if there is none yet.
  package var text: String? {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reports an issue at `sourceLocation` unless `actual` equals the recorded text.
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

  /// The folder `Fixtures` of the repository.
  package static var fixtures: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
  }
}
