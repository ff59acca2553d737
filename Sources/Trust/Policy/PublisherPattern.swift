package import Manifests

/// The publishers that a policy line allows: `github:acme/mytool`, optionally with
/// `workflow release.yml`, or `github:acme/*` for all repositories of an owner.
///
/// `issuer https://token.acme.example` at the end names the issuer of the identity, if it is not
/// the issuer of the public service.
package struct PublisherPattern: Hashable, Sendable {
  /// The expected form, for messages.
  static let form =
    "a publisher such as `github:acme/mytool`, `github:acme/mytool workflow release.yml`, "
    + "`github:acme/*`, or `minisign:KEY`, perhaps followed by `issuer ADDRESS`"

  private enum Account: Hashable, Sendable {
    /// A repository, optionally with a workflow.
    case repository(PublisherExpectation)
    /// All accounts that begin with this text in lowercase, such as `github:acme/`.
    case owner(prefix: String)
    /// A key that signs files, such as `minisign:RWQf…`.
    case key(String)

    init?(_ text: String) {
      if text.hasPrefix(VerifiedPublisher.keyKind + ":") {
        guard !text.contains(" "), text.utf8.count > VerifiedPublisher.keyKind.utf8.count + 1 else {
          return nil
        }
        self = .key(text)
      } else if text.hasSuffix("/*") {
        // An owner must be valid in front of a repository's name.
        guard PublisherExpectation(String(text.dropLast()) + "repository") != nil else {
          return nil
        }
        self = .owner(prefix: text.dropLast().lowercased())
      } else {
        guard let expectation = PublisherExpectation(text) else { return nil }
        self = .repository(expectation)
      }
    }
  }

  private let account: Account
  /// The issuer of the identity, or `nil` for the issuer of the public service.
  private let issuer: String?

  /// Parses a pattern. Returns `nil` if `words` have another form.
  package init?(_ words: [String]) {
    let hasIssuer = words.count > 2 && words[words.count - 2] == "issuer"
    issuer = hasIssuer ? words.last : nil
    let text = words.dropLast(hasIssuer ? 2 : 0).joined(separator: " ")
    guard issuer?.hasPrefix("https://") ?? true, let account = Account(text) else { return nil }
    self.account = account
  }

  /// Returns whether the pattern allows a verified publisher.
  package func admits(_ publisher: VerifiedPublisher) -> Bool {
    // Another issuer is another authority, which can give any name to anybody.
    guard publisher.issuer == issuer, let named = publisher.withoutIssuer else { return false }
    return switch account {
    case .repository(let expectation): expectation.admits(named)
    case .owner(let prefix): named.account.lowercased().hasPrefix(prefix)
    case .key(let key): named.account == key
    }
  }
}

extension VerifiedPublisher {
  /// The publisher as if the public service had issued the identity.
  fileprivate var withoutIssuer: VerifiedPublisher? {
    let kind = String(account.prefix { $0 != ":" })
    return VerifiedPublisher(
      kind, String(account.dropFirst(kind.count + 1)), workflow: workflow,
      calledWorkflow: calledWorkflow)
  }
}
