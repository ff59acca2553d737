/// A fault that is specific to one kind of source.
///
/// The source itself provides the text of the message, so adding a source requires no change in
/// other modules.
package struct SourceFault: Hashable, Sendable {
  /// A line of detail below the headline.
  package enum Line: Hashable, Sendable {
    /// The origin of the request.
    case requestOrigin
    /// Values after a label, such as `at` or `try`.
    case detail(label: String, [String])
    /// The values that would be valid in place of `word`.
    case supported(insteadOf: String, [String])
  }

  /// The stable name of the fault in JSON, such as `bad-index-line`.
  package let code: String
  /// The first line of the message. `{subject}` stands for the requested tool and its package.
  package let headline: String
  package let lines: [Line]
  package let exitCode: ExitCode
  /// Whether the fault is one of the source itself, which all of its tools share.
  package let isOfSource: Bool

  /// Creates a fault. See ``code`` and ``headline`` for the form of the first two arguments.
  package init(
    _ code: String, _ headline: String, _ lines: [Line], exitCode: ExitCode = .unreachable,
    isOfSource: Bool = false
  ) {
    self.code = code
    self.headline = headline
    self.lines = lines
    self.exitCode = exitCode
    self.isOfSource = isOfSource
  }
}
