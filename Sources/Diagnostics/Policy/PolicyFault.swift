/// A reason why an administrator's policy cannot be used.
package struct PolicyFault: Error, Hashable, Sendable {
  /// The kind of a fault.
  package enum Kind: Hashable, Sendable {
    /// The file, or a folder or link that leads to it, does not belong to root.
    case notRoots(path: String)
    /// Users other than root can write to the file or to a folder that leads to it.
    case writableByOthers(path: String)
    /// The path leads through a directory that other users share, such as `/tmp`.
    case inSharedDirectory(path: String)
    /// The path leads through something that is not a directory.
    case notADirectory(path: String)
    /// The path leads to something that is not a regular file.
    case notAFile
    /// The file cannot be read, for this reason.
    case unreadable(reason: String)
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The file is not UTF-8 text.
    case notUTF8
    /// The file has no rule.
    case empty
    /// No rule begins with this word. `nearest` are similar words.
    case unknownWord(String, nearest: [String])
    /// The rule has no value.
    case missingValue(word: String, form: String)
    /// The value does not have the form that the rule requires.
    case badValue(String, word: String, form: String)
    /// A mirror is not the address of a registry's repository.
    case badRepository(RepositoryFault)
    /// The value contains a user or a password, although every user can read the policy.
    case password(word: String)
    /// The rule can be stated only once, and an earlier line states it.
    case repeated(word: String, line: Int)
  }

  /// The path of the policy.
  package let path: String
  /// The number of the line, from 1, or `nil` if the fault concerns the whole file.
  package let line: Int?
  package let kind: Kind

  /// Creates a fault in the policy at `path`.
  package init(_ kind: Kind, in path: String, line: Int? = nil) {
    self.kind = kind
    self.path = path
    self.line = line
  }
}
