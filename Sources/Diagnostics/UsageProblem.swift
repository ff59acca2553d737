/// What was typed cannot be understood.
package enum UsageProblem: Error, Hashable, Sendable {
  /// `nearest` are known names that the unknown one may have meant, best first.
  case unknownCommand(String, nearest: [String])
  case unknownOption(String, command: String, nearest: [String])
  case optionWithoutValue(String, command: String)
  case valueForFlag(String, command: String)
  case badValue(String, option: String, expected: ValueForm)
  case missingArgument(String, command: String)
  case unexpectedArgument(String, command: String)
  /// A name that cannot be a tool's, or a version that cannot be one.
  case badToolName(String)
  case badVersion(String, tool: String)
  /// Neither `BOOTSTRAP_ROOT` nor `HOME` is set.
  case noHome
}

package enum ValueForm: Hashable, Sendable {
  case number(ClosedRange<Int>)
  case existingFolder
  case oneOf([String])
}
