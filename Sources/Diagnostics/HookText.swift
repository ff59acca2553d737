package import Vocabulary

/// What a hook of a Toolfile runs, which the user reads before accepting it.
package struct HookText: Hashable, Sendable {
  /// A file of the project that the command lines of a hook use.
  package struct File: Hashable, Sendable {
    /// What the consent knows about a file.
    package enum Content: Hashable, Sendable {
      case digest(SHA256Digest)
      case missing
      /// It is not a regular file in the folder of the project, or it is very large. The consent
      /// does not depend on its content.
      case uncovered
    }

    /// The path, relative to the folder of the project.
    package let path: String
    package let content: Content

    /// Creates a file.
    package init(_ path: String, _ content: Content) {
      self.path = path
      self.content = content
    }
  }

  package let name: HookName
  /// The command lines to run in order.
  package let run: [String]
  /// The command line that succeeds if the step is done, or `nil` if nothing can tell.
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

  /// The digest of the command lines and of the files' contents. A consent is for this digest.
  ///
  /// No text of a manifest contains NUL, which therefore separates the fields.
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
