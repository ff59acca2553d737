package import Vocabulary

// The problems in these tests contain many names and versions, which are written as plain literals.

extension ToolName: ExpressibleByStringLiteral {
  /// Creates a name from a literal, which must be valid.
  package init(stringLiteral text: String) { self = valid(text) }
}

extension ExecutableName: ExpressibleByStringLiteral {
  /// Creates a name from a literal, which must be valid.
  package init(stringLiteral text: String) { self = valid(text) }
}

extension GroupName: ExpressibleByStringLiteral {
  /// Creates a name from a literal, which must be valid.
  package init(stringLiteral text: String) { self = valid(text) }
}

extension HookName: ExpressibleByStringLiteral {
  /// Creates a name from a literal, which must be valid.
  package init(stringLiteral text: String) { self = valid(text) }
}

extension VersionText: ExpressibleByStringLiteral {
  /// Creates a version from a literal, which must be valid.
  package init(stringLiteral text: String) { self = valid(text) }
}

extension PinnedVersion: ExpressibleByStringLiteral {
  /// Creates a version from a literal, which must be valid.
  package init(stringLiteral text: String) { self = .exact(valid(text)) }
}

private func valid<Name: ValidatedText>(_ text: String) -> Name {
  guard let name = Name(text) else { preconditionFailure("`\(text)` is not valid") }
  return name
}
