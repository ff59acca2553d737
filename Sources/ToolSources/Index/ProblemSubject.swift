package import Diagnostics
internal import Filesystem
package import SourceKinds
package import Transport
package import Vocabulary

/// The subject of a request or a download: the facts that all of its problems have in common.
package struct ProblemSubject: Sendable {
  private let source: String
  private let tool: ToolName?
  private let package: String?
  private let version: String?
  private var part: String?
  private let origin: Origin?
  private let credentialAdvice: String?
  private let unencryptedAdvice: String?
  /// The expected size of the file in bytes, or `nil` if it is unknown.
  private let size: Int?
  /// The address that a mirror was asked for, or `nil` if none was.
  private var mirrored: String?
  /// The faults that certain refusals stand for.
  private var faults: [FileAccess.Refusal: SourceProblem.Fault] = [:]

  /// Creates the subject of requests to a source.
  ///
  /// - Parameter request: The requested package, or `nil` if the source itself is the subject.
  package init(_ kind: any SourceKind.Type, _ request: PackageRequest? = nil) {
    source = kind.name
    tool = request?.tool
    package = request?.package
    origin = request?.origin
    credentialAdvice = kind.credentialAdvice
    unencryptedAdvice = kind.unencryptedAdvice
    version = nil
    size = nil
  }

  /// Creates the subject of a locked file's download. `kind` is `nil` if this version of
  /// bootstrap does not know the source. `part` is `nil` for the file of the tool itself.
  package init(
    source: String, _ kind: (any SourceKind.Type)?, tool: ToolName, version: String, part: String?,
    size: Int
  ) {
    self.source = source
    self.tool = tool
    self.version = version
    self.part = part
    self.size = size
    credentialAdvice = kind?.credentialAdvice
    unencryptedAdvice = kind?.unencryptedAdvice
    package = nil
    origin = nil
  }

  /// Creates the subject of requests that concern no tool of a manifest, such as those for a
  /// registry, or for bootstrap itself.
  package init(
    source: String, origin: Origin? = nil, tool: ToolName? = nil, version: String? = nil
  ) {
    self.source = source
    self.origin = origin
    self.tool = tool
    self.version = version
    package = nil
    credentialAdvice = nil
    unencryptedAdvice = nil
    size = nil
  }

  /// Creates the subject of an upload of a tool's file to a mirror.
  package init(
    upload site: WebOrigin, tool: ToolName? = nil, version: String? = nil, part: String? = nil
  ) {
    source = site.description
    self.tool = tool
    self.version = version
    self.part = part
    credentialAdvice = Self.loginAdvice(site)
    package = nil
    origin = nil
    unencryptedAdvice = nil
    size = nil
  }

  /// Returns the advice for a mirror that requires a login.
  private static func loginAdvice(_ site: WebOrigin) -> String {
    "add the user and the password for \(site.host) to ~/.netrc, or run "
      + "`bootstrap config set credential-helper \(site) NAME`"
  }

  /// Returns the subject of requests with `access`.
  package func requesting(with access: FileAccess) -> ProblemSubject {
    var subject = self
    subject.faults = access.faults
    return subject
  }

  /// Returns a problem with `fault` and the facts of the subject.
  package func problem(_ fault: SourceProblem.Fault) -> SourceProblem {
    var problem = SourceProblem(
      source: source, tool: tool, package: package, version: version, origin: origin, fault: fault)
    problem.part = part
    problem.mirrored = mirrored
    return problem
  }

  /// Returns an error with `fault` as its only problem.
  package func error(_ fault: SourceProblem.Fault) -> SourceError { .problems([problem(fault)]) }

  /// Returns the error for an address without TLS, which `page` lists, or which a manifest or lock
  /// states if `page` is `nil`.
  package func error(unencrypted address: WebAddress, listedBy page: WebAddress?) -> SourceError {
    error(
      .answer(
        .unencrypted(
          address: address.text, listedBy: page?.text, advice: unencryptedAdvice)))
  }

  /// Returns the error for a failed request or download.
  package func error(_ error: TransportError) -> SourceError {
    failing(with: error).sourceError(error)
  }

  /// Returns the subject of a failed request, with the address that was wanted if a mirror failed.
  func failing(with error: TransportError) -> ProblemSubject {
    var subject = self
    subject.mirrored = error.address?.original
    return subject
  }

  private func sourceError(_ error: TransportError) -> SourceError {
    // What a refusal of the source means says nothing about a mirror.
    if mirrored == nil, let fault = FileAccess.Refusal(error).flatMap({ faults[$0] }) {
      return self.error(fault)
    }
    switch error {
    case .connection(let failure)
    where failure.lacksCertificates
      && [.untrusted, .tls, .unreadableCertificates].contains(failure.kind):
      return self.error(.own(.noCertificates(for: failure.address.text)))
    case .connection(let failure) where failure.kind == .unreadableCertificates:
      return self.error(
        .own(.unreadableCertificates(for: failure.address.text, reason: failure.detail)))
    case .connection(let failure):
      let address = failure.address.text
      let reason = failure.detail.isEmpty ? failure.reason : failure.detail
      return self.error(
        failure.kind == .stalled
          ? .answer(.stalled(address: address, reason: reason))
          : .answer(.unreachable(address: address, reason: reason)))
    case .status(let status, let address, _):
      return self.error(
        .answer(
          .refused(
            address: address.text, status: status,
            advice: mirrored == nil ? credentialAdvice : Self.loginAdvice(address.site))))
    case .limited(let status, _, let address):
      return self.error(.answer(.refused(address: address.text, status: status, advice: nil)))
    case .forbidden(let address, let line):
      return self.error(
        .answer(
          .forbidden(address: address.text, host: address.site.description, line)))
    case .redirect(let failure, let address):
      return self.error(.answer(.redirect(address: address.text, RedirectFault(failure))))
    case .unmirrored(let address, let rule, let asked):
      return self.error(
        .answer(.unmirrored(address: address.text, rule, asked: asked.map(\.text))))
    case .foreignRealm(let realm, let address):
      return self.error(
        .answer(.foreignRealm(address: address.text, realm: realm.description)))
    case .login(let status, let address, let registry):
      return self.error(
        .answer(
          .loginFailed(
            address: address.text, registry: registry.description, status: status,
            advice: Self.loginAdvice(registry))))
    case .tooLarge(let address, let limit):
      return self.error(.answer(.tooLarge(address: address.text, limit: limit)))
    case .cut(let address, let received, let expected, _):
      return self.error(
        .answer(.cut(address: address.text, received: received, expected: size ?? expected)))
    case .tooSlow(let address, let bytesPerSecond, let seconds, _):
      return self.error(
        .answer(.tooSlow(address: address.text, bytesPerSecond: bytesPerSecond, seconds: seconds)))
    case .sizeMismatch(let address, let expected, let actual):
      return self.error(
        .answer(.wrongSize(address: address.text, expected: expected, actual: actual)))
    case .digestMismatch(let address, let expected, let actual):
      return self.error(
        .answer(
          .wrongDigest(
            address: address.text, expected: expected.hexadecimal, actual: actual.hexadecimal)))
    case .unsafeNetrc(let path): return self.error(.own(.unsafeNetrc(path.string)))
    case .file(let error): return .file(error)
    case .cancelled: return .cancelled
    case .header: preconditionFailure("headers are our own, and have no line breaks")
    }
  }
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
      case .foreign(let target): .foreign(to: target.text, host: target.site.description)
      case .tooMany(let limit): .tooMany(limit: limit)
      case .address: .noAddress
      }
  }
}

extension AddressFault {
  /// Creates the fault of an address that cannot be parsed.
  package init(_ failure: WebAddress.Failure) {
    self =
      switch failure {
      case .unsupportedScheme(let scheme): .scheme(scheme)
      case .malformed(let code): .malformed(WebAddress.Failure.words(for: code))
      }
  }
}
