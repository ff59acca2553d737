import Diagnostics
import Testing
import Vocabulary

@testable import Terminal

/// The warning for names that a file system does not distinguish, which most machines with Linux
/// cannot show.
@Suite struct IndistinctShimTests {
  @Test(arguments: [
    (
      ["R"],
      """
      warning: 1 shim could not be created because its name differs from another's in case alone
        programs  R
        because   the file system of the shims does not distinguish such names
      """
    ),
    (
      ["R", "FileCheck"],
      """
      warning: 2 shims could not be created because their names differ from others' in case alone
        programs  R
                  FileCheck
        because   the file system of the shims does not distinguish such names
      """
    ),
  ])
  func `the names without a shim are listed`(names: [String], expected: String) throws {
    guard
      case .warning(let messages) = Notice.shim(
        .indistinct(names: names.compactMap { ExecutableName($0) })
      ).form
    else {
      Issue.record("not a warning")
      return
    }
    let text = try #require(messages.first).text("warning:", style: Style(isColored: false))
    #expect(text.split(separator: "\n").joined(separator: "\n") == expected)
  }
}
