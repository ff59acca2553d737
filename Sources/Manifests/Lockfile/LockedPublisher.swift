internal import Diagnostics
internal import Vocabulary

/// Who published the files of a locked version, as the source states it: the `publisher` line of a
/// stanza.
///
/// ```
///   publisher github:astral-sh/ruff workflow release.yml environment release
///   publisher github:acme/mytool immutable
/// ```
///
/// The first field is the kind of account and its name there. Each of these fields may follow once:
///
/// - `workflow FILE`: the files were attested by this workflow of the repository
/// - `environment NAME`: the workflow ran in this environment, whose rules limit who can run it
/// - `immutable`: nobody can change the release, but no workflow attests its files
///
/// The line states what the source says, so a later lock notices if the source says something else.
/// What bootstrap itself verified is in ``LockedVerification``.
package struct LockedPublisher: Hashable, Sendable {
  /// The kind of account and its name there, such as `github:acme/mytool`.
  package let account: String
  /// The file name of the workflow that attests the files, or `nil` if none does.
  package let workflow: String?
  /// The environment of the workflow, or `nil` if it has none.
  package let environment: String?
  /// Whether nobody can change the release. Recorded only if there is no workflow.
  package let isImmutable: Bool

  fileprivate static let workflowWord = "workflow"
  fileprivate static let environmentWord = "environment"
  fileprivate static let immutableWord = "immutable"
  /// The maximum length of a field in bytes.
  private static let maximumByteCount = 255

  /// Creates a publisher, or returns `nil` if a text cannot be part of a lock.
  ///
  /// - Parameters:
  ///   - kind: The kind of account, such as `github`.
  ///   - name: The name of the account, such as `acme/mytool`.
  ///   - workflow: The file name of a workflow, or its path in the repository.
  package init?(
    _ kind: String, _ name: String, workflow: String? = nil, environment: String? = nil,
    isImmutable: Bool = false
  ) {
    let file = workflow.map(Self.workflowFile)
    let account = "\(kind):\(name)"
    guard Self.isAccount(account), [file, environment].allSatisfy({ $0.map(Self.isField) ?? true })
    else { return nil }
    self.account = account
    self.workflow = file
    self.environment = environment
    self.isImmutable = isImmutable && workflow == nil
  }

  /// Creates a publisher from the valid fields of a line: those with a value, and `immutable`.
  fileprivate init(account: String, _ values: [String: String]) {
    self.account = account
    workflow = values[Self.workflowWord]
    environment = values[Self.environmentWord]
    isImmutable = workflow == nil && values[Self.immutableWord] != nil
  }

  /// Returns the name of a workflow without its folder, given its name or its path. A path is
  /// redundant: the workflows of GitHub are all in one folder.
  static func workflowFile(_ path: String) -> String {
    let folder = ".github/workflows/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Returns whether two texts of the form `kind:name` are the same account. GitHub and GitLab
  /// ignore the case of names. The case of a key or mailbox matters.
  static func isSameAccount(_ left: String, _ right: String) -> Bool {
    let ignoresCase = ["github:", "gitlab:"].contains { left.hasPrefix($0) }
    return ignoresCase ? left.lowercased() == right.lowercased() : left == right
  }

  /// Returns whether `text` has the form `kind:name`.
  static func isAccount(_ text: String) -> Bool {
    let kind = text.prefix { $0 != ":" }
    return isField(text) && ToolName(kind) != nil && text.utf8.count > kind.utf8.count + 1
  }

  /// Returns whether `text` is short, printable ASCII. Reviewers read locks, so a field must look
  /// the same to everybody.
  static func isField(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= maximumByteCount
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Returns whether `next` states at least what this publisher states, so that a release of this
  /// publisher may be followed by one of `next`.
  ///
  /// The case of the account's name does not matter. A workflow of the same account may replace an
  /// immutable release, because both require write access to the repository.
  package func isContinued(by next: LockedPublisher) -> Bool {
    account.lowercased() == next.account.lowercased()
      && (workflow == nil || workflow == next.workflow)
      && (environment == nil || environment == next.environment)
      && (!isImmutable || next.isImmutable || next.workflow != nil)
  }

  /// The fields of the line in a lock, after the first word.
  var fields: [String] {
    [field(account)] + (workflow.map { [Self.workflowWord, field($0)] } ?? [])
      + (environment.map { [Self.environmentWord, field($0)] } ?? [])
      + (isImmutable ? [Self.immutableWord] : [])
  }
}

extension LockedPublisher: CustomStringConvertible {
  /// The publisher as in a lock: `github:acme/mytool workflow release.yml`.
  package var description: String { fields.joined(separator: " ") }
}

extension LockLineReader {
  /// Reads the fields of a `publisher` line.
  mutating func publisher() throws(LockLineError) -> LockedPublisher {
    let account = try publisherField("publisher", LockedPublisher.isAccount)
    var values: [String: String] = [:]
    while let range = try next() {
      let word = text(range)
      if values[word] != nil { throw error(.repeatedField(word)) }
      switch word {
      case LockedPublisher.workflowWord, LockedPublisher.environmentWord:
        values[word] = try publisherField(word, LockedPublisher.isField)
      case LockedPublisher.immutableWord: values[word] = word
      default: throw error(.extraField(word))
      }
    }
    return LockedPublisher(account: account, values)
  }

  /// Reads a field that must satisfy `isValid`.
  mutating func publisherField(
    _ kind: String, _ isValid: (String) -> Bool
  ) throws(LockLineError) -> String {
    let range = try required(kind)
    guard isValid(text(range)) else { throw wrong(kind, range) }
    return text(range)
  }
}
