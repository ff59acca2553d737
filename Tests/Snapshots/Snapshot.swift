package import Foundation
package import Testing

/// A text that is kept under `Fixtures/` and compared whole.
///
/// With `BOOTSTRAP_RECORD` set, what differs is written to its file instead, and the run fails all the same: a recorded text counts
/// only after a person has read it.
package struct Snapshot: Sendable {
  /// Below `Fixtures/`: `Terminal/messages.txt`.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The text as it is kept. nil when there is none yet.
  package var text: String? {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Expects `actual` to be the text that is kept.
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
