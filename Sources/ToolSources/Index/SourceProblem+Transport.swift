package import Diagnostics
internal import Manifests
package import Transport

extension SourceError {
  /// What a failed request means for somebody who asked `source` for something.
  init(_ error: TransportError, _ subject: ProblemSubject) {
    switch error {
    case .connection(let failure):
      self = subject.error(SourceProblem.Fault(failure))
    case .status(let status, let address, _):
      self = subject.error(.refused(address: address.text, status: status))
    case .redirect(let failure, let address):
      self = subject.error(.redirect(address: address.text, RedirectFault(failure)))
    case .tooLarge(let address, let limit):
      self = subject.error(.tooLarge(address: address.text, limit: limit))
    case .cut(let address, let received, let expected, _):
      self = subject.error(.cut(address: address.text, received: received, expected: expected))
    case .file(let error): self = .file(error)
    case .cancelled: self = .cancelled
    case .sizeMismatch(let address, let expected, let actual):
      self = subject.error(
        .wrongSize(address: address.text, expected: expected, actual: actual))
    case .digestMismatch(let address, let expected, let actual):
      self = subject.error(
        .wrongDigest(
          address: address.text, expected: expected.hexadecimal, actual: actual.hexadecimal))
    case .header: preconditionFailure("headers are our own, and have no line breaks")
    }
  }
}

extension SourceProblem.Fault {
  /// A server that was not reached, or that fell silent, in libcurl's words.
  package init(_ failure: ConnectionFailure) {
    let address = failure.address.text
    let reason = failure.detail.isEmpty ? failure.reason : failure.detail
    self =
      failure.kind == .stalled
      ? .stalled(address: address, reason: reason) : .unreachable(address: address, reason: reason)
  }
}

extension RedirectFault {
  fileprivate init(_ failure: RedirectFailure) {
    self =
      switch failure {
      case .insecure(let target): .insecure(to: target.text)
      case .tooMany(let limit): .tooMany(limit: limit)
      case .address: .noAddress
      }
  }
}

/// Whom and what a problem is about.
struct ProblemSubject: Sendable {
  let source: String
  var request: PackageRequest?

  func problem(_ fault: SourceProblem.Fault) -> SourceProblem {
    SourceProblem(
      source: source, tool: request?.tool.text, package: request?.package,
      origin: request?.origin, fault: fault)
  }

  func error(_ fault: SourceProblem.Fault) -> SourceError {
    .problems([problem(fault)])
  }
}
