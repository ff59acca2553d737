internal import Diagnostics
internal import Vocabulary

/// The proved publisher of the files of a locked version: the first fields of the `verified` line
/// of a stanza.
///
/// ```
/// github:astral-sh/ruff workflow release.yml
/// github:acme/mytool workflow release.yml called acme/shared/.github/workflows/build.yml
/// ```
///
/// The first field is the kind of account and its name there, as in ``LockedPublisher``. Each of
/// these fields may follow once:
///
/// - `workflow FILE`: this workflow of the repository made the files
/// - `called WORKFLOW`: the workflow called this one of another repository, which signed the files
/// - `issuer URL`: the issuer of the identity is not that of the public service
package struct VerifiedPublisher: Hashable, Sendable {
  /// The kind of account and its name there, such as `github:acme/mytool`.
  package let account: String
  /// The file name of the workflow, or `nil` if no workflow made the files.
  package let workflow: String?
  /// The repository and path of the workflow that signed the files, or `nil` if it is
  /// ``workflow``.
  package let calledWorkflow: String?
  /// The issuer of the identity, or `nil` if it is that of the public service.
  package let issuer: String?

  private static let workflowWord = "workflow"
  private static let calledWord = "called"
  private static let issuerWord = "issuer"
  /// The first words of the fields that have a value, in the order of the line.
  fileprivate static let words = [workflowWord, calledWord, issuerWord]

  /// Creates a publisher, or returns `nil` if a text cannot be part of a lock.
  ///
  /// - Parameters:
  ///   - kind: The kind of account, such as `github`.
  ///   - name: The name of the account, such as `acme/mytool`.
  ///   - workflow: The file name of a workflow, or its path in the repository.
  ///   - calledWorkflow: The repository and path of the workflow that signed the files, if it is a
  ///     different one.
  ///   - issuer: The issuer of the identity, if it is not that of the public service.
  package init?(
    _ kind: String, _ name: String, workflow: String? = nil, calledWorkflow: String? = nil,
    issuer: String? = nil
  ) {
    let file = workflow.map(LockedPublisher.workflowFile)
    let account = "\(kind):\(name)"
    guard LockedPublisher.isAccount(account),
      [file, calledWorkflow, issuer].allSatisfy({ $0.map(LockedPublisher.isField) ?? true })
    else { return nil }
    self.account = account
    self.workflow = file
    self.calledWorkflow = calledWorkflow
    self.issuer = issuer
  }

  /// Creates a publisher from the valid fields of a line.
  fileprivate init(account: String, _ values: [String: String]) {
    self.account = account
    workflow = values[Self.workflowWord]
    calledWorkflow = values[Self.calledWord]
    issuer = values[Self.issuerWord]
  }

  /// Returns whether a release of this publisher may be followed by one of `next`.
  ///
  /// The case of the account's name does not matter if the service ignores it. A workflow may be
  /// added, but not changed or removed. The called workflow and the issuer vouch for the files, so
  /// they must stay the same.
  package func isContinued(by next: VerifiedPublisher) -> Bool {
    LockedPublisher.isSameAccount(account, next.account)
      && (workflow == nil || workflow == next.workflow)
      && calledWorkflow == next.calledWorkflow && issuer == next.issuer
  }

  /// The publisher as a source would state it, or `nil` if the account is a key, not an account of
  /// a service.
  package var stated: LockedPublisher? {
    let kind = String(account.prefix { $0 != ":" })
    let name = String(account.dropFirst(kind.count + 1))
    return kind == Self.keyKind ? nil : LockedPublisher(kind, name, workflow: workflow)
  }

  /// The kind of account of a publisher that only a key identifies.
  package static let keyKind = "minisign"

  /// The fields of the line in a lock.
  var fields: [String] {
    [field(account)]
      + zip(Self.words, [workflow, calledWorkflow, issuer]).flatMap { word, value in
        value.map { [word, field($0)] } ?? []
      }
  }
}

extension VerifiedPublisher: CustomStringConvertible {
  /// The publisher as in a lock: `github:acme/mytool workflow release.yml`.
  package var description: String { fields.joined(separator: " ") }
}

extension LockLineReader {
  /// Reads the fields of a verified publisher, and those of the bundles after it.
  mutating func verification() throws(LockLineError) -> LockedVerification {
    let account = try publisherField("publisher", LockedPublisher.isAccount)
    var values: [String: String] = [:]
    var word = try required(LockedVerification.bundleWord)
    while text(word) != LockedVerification.bundleWord {
      let key = text(word)
      if values[key] != nil { throw error(.repeatedField(key)) }
      guard VerifiedPublisher.words.contains(key) else { throw error(.extraField(key)) }
      values[key] = try publisherField(key, LockedPublisher.isField)
      word = try required(LockedVerification.bundleWord)
    }
    return LockedVerification(
      VerifiedPublisher(account: account, values), bundles: try bundles())
  }
}
