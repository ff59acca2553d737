package import Vocabulary

/// The command lines and files of a hook, which the user reads before accepting them.
package struct HookText: Hashable, Sendable {
  /// A file of the project that the command lines of a hook use.
  package struct File: Hashable, Sendable {
    /// The part of a file that a consent covers.
    package enum Content: Hashable, Sendable {
      case digest(SHA256Digest)
      case missing
      /// The file is very large, or not a regular file in the project's folder. The consent does
      /// not cover its contents.
      case uncovered
    }

    /// The path, relative to the project's folder.
    package let path: String
    package let content: Content

    /// Creates a file.
    package init(_ path: String, _ content: Content) {
      self.path = path
      self.content = content
    }
  }

  package let name: HookName
  /// The command lines, in the order in which they run.
  package let run: [String]
  /// The command line that succeeds if the hook need not run, or `nil` if there is no check.
  package let check: String?
  /// The files that the command lines use, sorted by path.
  package let files: [File]

  /// Creates a text. See the properties.
  package init(name: HookName, run: [String], check: String?, files: [File]) {
    self.name = name
    self.run = run
    self.check = check
    self.files = files
  }

  /// The digest of the command lines and the files' contents, which a consent covers.
  ///
  /// NUL separates the fields, because no text of a manifest contains it.
  package var digest: SHA256Digest {
    let fields =
      run.map { "run \($0)" } + [check].compactMap(\.self).map { "check \($0)" }
      + files.map { "file \($0.content.word) \($0.path)" }
    return SHA256Digest(of: fields.map { $0 + "\0" }.joined())
  }
}

extension HookText.File.Content {
  fileprivate var word: String {
    switch self {
    case .digest(let digest): digest.hexadecimal
    case .missing: "missing"
    case .uncovered: "uncovered"
    }
  }
}
