package import Vocabulary

/// The name of a gem, such as `rubocop-ast`.
///
/// A name has 1 to 128 characters of `[A-Za-z0-9._-]` and starts with a letter or digit, so it is
/// safe as a component of a path. RubyGems distinguishes uppercase and lowercase.
package struct GemName: ValidatedText, Comparable {
  package static let maximumByteCount = 128

  package let text: String

  /// Wraps a valid name.
  package init(checked: UncheckedText) { text = checked.content }

  /// Whether the gem is part of Ruby and therefore never locked, as `bundler` and `rubygems` are.
  package var isPartOfRuby: Bool { text == "bundler" || text == "rubygems" }

  /// Returns whether the byte is a letter or a digit.
  @inlinable package static func canBegin(with byte: UInt8) -> Bool {
    byte.isLowercaseOrDigit || byte.isUppercase
  }

  /// Returns whether the byte is a letter, a digit, or one of `.`, `-`, and `_`.
  @inlinable package static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}
