internal import Diagnostics

// The messages for mirrors, and for the logins to them.
extension SourceProblem {
  /// Returns the message for an address that no mirror serves, or that a mirror must not lead to,
  /// or for a refusal of a registry.
  /// Returns `nil` for any other fault.
  func mirrorMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .noTLS(let address, let host, let reason):
      baseMessage("no-tls", "cannot connect to \(host) with TLS", at: address)
        .detail("because", reason)
        .detail("try", "if the registry has no TLS, begin its address with `oci+http://`")
    case .redirect(let address, .foreign(let target, let host, let line)):
      baseMessage("refused-redirect", "refused a redirect for \(subject)", at: address)
        .detail("because", RedirectFault.foreign(to: target, host: host, line).words)
        .permitting(host, forbiddenBy: line)
    case .registryRefused(let address, let status, let reason, let advice):
      baseMessage(
        "refused", "\(server(at: address)) responded with status \(status) for \(subject)",
        at: address
      )
      .detail("because", Self.meaning(ofStatus: status))
      .detail("reason", visible(reason))
      .detail(
        "try",
        status == 404
          ? "create the repository in the registry, or correct its name"
          : remedy(ofStatus: status, advice))
    case .unmirrored(let address, .policy(let line), let asked) where asked.isEmpty:
      baseMessage(
        "policy-forbids", "the policy of this machine permits requests only to mirrors",
        at: address
      )
      .detail("for", subject(version))
      .detail("policy", line.description)
      .detail("try", line.remedy)
    case .unmirrored(let address, let rule, let asked):
      baseMessage("unmirrored", "no mirror has \(subject(version))", at: address)
        .column("asked", asked.map(concealed))
        .detail("because", rule.policyLine == nil ? "`mirror-only` is on (\(rule.origin))" : nil)
        .detail("policy", rule.policyLine?.description)
        .detail("try", Self.remedy(forUnmirrored: address, asked: asked))
    default: nil
    }
  }

  /// Returns advice for an address that no mirror serves.
  private static func remedy(forUnmirrored address: String, asked: [String]) -> String {
    let host = address.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
    return asked.isEmpty
      ? "bootstrap config set mirror \(concealed(host))/ ADDRESS, with the address of a mirror"
      : "copy it to the mirror from a machine that can reach \(concealed(host))/; to see how, run "
        + "`bootstrap help mirror`"
  }

  /// Returns the message for a login that failed, or `nil` for any other fault.
  func loginMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .foreignRealm(let address, let realm, let line):
      baseMessage("foreign-realm", "refused to log in at \(realm) for \(subject)", at: address)
        .detail(
          "because",
          "the registry names this host for its tokens, but "
            + (line == nil ? "no setting does" : "the policy does not")
        )
        .permitting(realm, forbiddenBy: line)
    case .loginFailed(let address, let registry, let status, let reason, let advice):
      baseMessage(
        "login-failed",
        "cannot log in to \(registry) for \(subject): the token server responded with status "
          + "\(status)",
        at: address
      )
      .detail("because", Self.meaning(ofStatus: status))
      .detail("reason", reason.map(visible))
      .detail("try", [401, 403].contains(status) ? advice : nil)
    case .helperFailed(let program, let host, let fault):
      baseMessage("credential-helper", "cannot get the password for \(host) from `\(program)`")
        .detail("for", subject)
        .detail("because", fault.words)
        .detail("try", "echo \(host) | \(program) get")
        .detail("or", "bootstrap config unset credential-helper \(host)")
    default: nil
    }
  }
}

extension Message {
  /// Returns this message with the line of a policy that forbids a host to which a mirror leads,
  /// and what permits the host. The line is `nil` if no policy forbids it.
  func permitting(_ host: String, forbiddenBy line: PolicyLine?) -> Message {
    detail("policy", line?.description)
      .detail("try", line?.remedy(adding: "mirror-host \(host)"))
      .detail("run", line == nil ? "bootstrap config set mirror-host \(host)" : nil)
  }
}

extension CredentialHelperFault {
  var words: String {
    switch self {
    case .missing: "there is no such program on PATH"
    case .notStarted(let reason): "it cannot be started: \(reason)"
    case .tooSlow(let seconds): "it did not end within \(seconds) seconds"
    case .failed(let line?): "it failed: \(visible(line))"
    case .failed(nil): "it failed"
    case .unreadable: "it did not print an object with `Username` and `Secret`"
    }
  }
}
