internal import Diagnostics
internal import Filesystem
internal import Transport
internal import Vocabulary

// The faults that failures of requests stand for.
extension ProblemSubject {
  /// Returns the error for a failure that concerns this subject.
  func sourceError(_ error: TransportError) -> SourceError {
    // The meaning of a source's refusal does not apply to a mirror.
    if mirrored == nil, let fault = FileAccess.Refusal(error).flatMap({ faults[$0] }) {
      return self.error(fault)
    }
    switch error {
    case .file(let error): return .file(error)
    case .cancelled: return .cancelled
    case .header: preconditionFailure("headers are our own, and have no line breaks")
    case .unsafeNetrc(let path): return self.error(.own(.unsafeNetrc(path.string)))
    case .connection(let failure): return self.error(fault(failure))
    default:
      guard let fault = statusFault(error) ?? accessFault(error) ?? contentFault(error) else {
        preconditionFailure("every failure of a request is of one of these kinds")
      }
      return self.error(.answer(fault))
    }
  }

  private func fault(_ failure: ConnectionFailure) -> SourceProblem.Fault {
    let address = failure.address.text
    let reason = failure.detail.isEmpty ? failure.reason : failure.detail
    let kind = failure.kind
    if [.untrusted, .unreadableCertificates].contains(kind), !failure.ignoredCertificates.isEmpty {
      return .own(.ignoredCertificates(failure, reason: reason))
    }
    if failure.lacksCertificates, [.untrusted, .tls, .unreadableCertificates].contains(kind) {
      return .own(.noCertificates(for: address))
    }
    switch kind {
    case .unreadableCertificates:
      return .own(.unreadableCertificates(for: address, reason: failure.detail))
    case .tls where failure.isOfRegistry:
      return .answer(
        .noTLS(address: address, host: failure.address.site.description, reason: reason))
    case .stalled: return .answer(.stalled(address: address, reason: reason))
    default: return .answer(.unreachable(address: address, reason: reason))
    }
  }

  /// Returns the fault of a response with an error, or `nil` for any other failure.
  private func statusFault(_ error: TransportError) -> SourceAnswerFault? {
    switch error {
    case .status(let status, let address, _):
      .refused(
        address: address.text, status: status,
        advice: mirrored == nil ? credentialAdvice : Self.loginAdvice(address.site))
    case .limited(let status, _, let address):
      .refused(address: address.text, status: status, advice: nil)
    case .registry(let refusal):
      .registryRefused(
        address: refusal.address.text, status: refusal.status, reason: refusal.words.text,
        advice: Self.loginAdvice(refusal.address.site))
    case .login(let status, let words, let address, let registry):
      .loginFailed(
        address: address.text, registry: registry.description, status: status,
        reason: words?.text, advice: Self.loginAdvice(registry))
    default: nil
    }
  }

  /// Returns the fault of a request that was not sent, or `nil` for any other failure.
  private func accessFault(_ error: TransportError) -> SourceAnswerFault? {
    switch error {
    case .forbidden(let address, let line):
      .forbidden(address: address.text, host: address.site.description, line)
    case .redirect(let failure, let address):
      .redirect(address: address.text, RedirectFault(failure))
    case .unmirrored(let address, let rule, let asked):
      .unmirrored(address: address.text, rule, asked: asked.map(\.text))
    case .foreignRealm(let realm, let address, let line):
      .foreignRealm(address: address.text, realm: realm.description, line)
    case .credentialHelper(let name, let site, let fault):
      .helperFailed(
        program: CredentialHelpers.program(named: name), host: site.description, fault)
    default: nil
    }
  }

  /// Returns the fault of a response without the expected content, or `nil` for any other failure.
  private func contentFault(_ error: TransportError) -> SourceAnswerFault? {
    switch error {
    case .page(let address): .unreadable(address: address.text, .page)
    case .tooLarge(let address, let limit): .tooLarge(address: address.text, limit: limit)
    case .cut(let address, let received, let expected, _):
      .cut(address: address.text, received: received, expected: size ?? expected)
    case .tooSlow(let address, let bytesPerSecond, let seconds, _):
      .tooSlow(address: address.text, bytesPerSecond: bytesPerSecond, seconds: seconds)
    case .sizeMismatch(let address, let expected, let actual):
      .wrongSize(address: address.text, expected: expected, actual: actual)
    case .digestMismatch(let address, let expected, let actual):
      .wrongDigest(
        address: address.text, expected: expected.hexadecimal, actual: actual.hexadecimal)
    default: nil
    }
  }
}

extension RegistryRefusal.Words {
  /// The code with the explanation.
  fileprivate var text: String { message.map { "\(code): \($0)" } ?? code }
}

extension SourceFault {
  /// The fault for a system that trusts no server, because it has no certificates.
  fileprivate static func noCertificates(for address: String) -> SourceFault {
    SourceFault(
      "no-certificates", "this machine has no certificates that prove who a server is",
      [
        .requestOrigin, .detail(label: "url", [address]),
        .detail(
          label: "try",
          ["install the package ca-certificates, or set SSL_CERT_FILE to a file of certificates"]),
      ], exitCode: .unreachable)
  }

  /// The fault for a server that no certificates prove besides those that the policy ignores.
  fileprivate static func ignoredCertificates(
    _ failure: ConnectionFailure, reason: String
  ) -> SourceFault {
    let ignored = failure.ignoredCertificates.map {
      "the policy of this machine ignores \($0), which not only root can change"
    }
    return SourceFault(
      "ignored-certificates", "nothing that the policy trusts proves who a server is",
      [
        .requestOrigin, .detail(label: "url", [failure.address.text]),
        .detail(label: "because", [reason] + ignored),
        .detail(
          label: "try", ["ask an administrator to add the certificates to those of the system"]),
      ], exitCode: .unreachable)
  }

  /// The fault for a file of certificates that cannot be read.
  fileprivate static func unreadableCertificates(for address: String, reason: String) -> SourceFault
  {
    SourceFault(
      "unreadable-certificates", "the certificates that prove who a server is cannot be read",
      [
        .requestOrigin, .detail(label: "url", [address]),
        .detail(label: "because", [reason]),
        .detail(
          label: "try",
          ["unset SSL_CERT_FILE and CURL_CA_BUNDLE, or set them to a file of certificates"]),
      ], exitCode: .unreachable)
  }

  /// The fault for a file of credentials that others may write.
  fileprivate static func unsafeNetrc(_ path: String) -> SourceFault {
    SourceFault(
      "unsafe-netrc", "the credentials for {subject} may not be yours",
      [
        .requestOrigin, .detail(label: "file", [path]),
        .detail(label: "because", ["it belongs to somebody else, or others may write to it"]),
        .detail(label: "try", ["make it your own, then: chmod go-w \(path)"]),
      ], exitCode: .notTrusted)
  }
}

extension RedirectFault {
  /// Creates the fault of a redirect that was not followed.
  fileprivate init(_ failure: RedirectFailure) {
    self =
      switch failure {
      case .insecure(let target): .insecure(to: target.text)
      case .foreign(let target, let line):
        .foreign(to: target.text, host: target.site.description, line)
      case .tooMany(let limit): .tooMany(limit: limit)
      case .address: .noAddress
      }
  }
}
