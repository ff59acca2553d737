package import Vocabulary

/// A line of an administrator's policy.
package struct PolicyLine: Hashable, Sendable, CustomStringConvertible {
  /// The path of the policy.
  package let path: String
  /// The number of the line, from 1.
  package let number: Int
  /// The words of the line, separated by single spaces, without the comment.
  package let text: String

  /// Creates a line. `number` counts from 1.
  package init(path: String, number: Int, text: String) {
    self.path = path
    self.number = number
    self.text = text
  }

  /// The location of the line.
  package var origin: Origin { .file(path, line: number) }

  /// The line with its location: `/etc/bootstrap/policy:4: allow-source pypi`.
  package var description: String { "\(path):\(number): \(text)" }
}
