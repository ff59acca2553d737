import Diagnostics
import Filesystem
import Sandboxes
import Terminal
import Testing

/// Access to files in `Fixtures/`. Names are relative to that folder.
enum Fixture {
  /// Returns the contents of a file.
  static func bytes(_ name: String) throws -> [UInt8] {
    try path(name).contents(limit: 1024 * 1024)
  }

  /// Returns the names of the files in a folder, sorted.
  static func names(in folder: String) throws -> [String] {
    try path(folder).entries().map { "\(folder)/\($0)" }.sorted()
  }

  private static func path(_ name: String) -> FilePath {
    .fixtures.appending(name)
  }
}

/// An invalid text and the messages expected for it.
///
/// A fixture contains any number of cases, each of which consists of a line `=== title`, the
/// text, a line `---`, and a line for each message. A line `\no newline` at the end of the text
/// removes its last line feed.
struct BadText: CustomTestStringConvertible, Sendable {
  let title: String
  var text: [UInt8] = []
  var expected: [String] = []

  var testDescription: String { title }

  /// Reads all cases from a fixture.
  static func all(in name: String) throws -> [BadText] {
    var cases: [BadText] = []
    var isText = false
    for line in try Fixture.bytes(name).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      if line.starts(with: "=== ".utf8) {
        cases.append(BadText(title: String(decoding: line.dropFirst(4), as: UTF8.self)))
        isText = true
      } else if line.elementsEqual("---".utf8) {
        isText = false
      } else if cases.isEmpty || !isText && line.isEmpty {
        continue
      } else if isText, line.elementsEqual("\\no newline".utf8) {
        cases[cases.count - 1].text.removeLast()
      } else if isText {
        cases[cases.count - 1].text += line + [UInt8(ascii: "\n")]
      } else {
        cases[cases.count - 1].expected.append(String(decoding: line, as: UTF8.self))
      }
    }
    return cases
  }
}

/// Returns the problems that `body` throws, each as a line such as `Toolfile:7:1: …`.
func sentences(_ body: () throws(SyntaxProblems) -> Void) -> [String] {
  do throws(SyntaxProblems) {
    try body()
    return []
  } catch {
    return error.problems.map { "\($0.origin): \($0.fault.sentence)" }
  }
}
