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
  let credentialAdvice: String?
  private let unencryptedAdvice: String?
  /// The expected size of the file in bytes, or `nil` if it is unknown.
  let size: Int?
  /// The address that a mirror was asked for, or `nil` if none was.
  private(set) var mirrored: String?
  /// The faults that certain refusals stand for.
  private(set) var faults: [FileAccess.Refusal: SourceProblem.Fault] = [:]

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
  static func loginAdvice(_ site: WebOrigin) -> String {
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
