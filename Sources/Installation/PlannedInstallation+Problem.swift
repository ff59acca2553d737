internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import ToolSources
internal import Transport

extension PlannedInstallation {
  /// What a person is told where the bytes of this installation are wrong.
  func problem(_ fault: ArtifactProblem.Fault, url: String? = nil) -> Problem {
    .artifact(
      ArtifactProblem(
        tool: tool.text, version: version.text, url: url ?? artifact.urls.first?.text ?? "",
        fault: fault))
  }

  /// What a person is told where they cannot be had.
  func sourceProblem(_ fault: SourceProblem.Fault) -> Problem { .sources([problem(fault)]) }

  func problem(_ fault: SourceProblem.Fault) -> SourceProblem {
    SourceProblem(source: declaration.source, tool: tool.text, fault: fault)
  }

  func problem(_ error: TransportError) -> Problem {
    switch error {
    case .connection(let failure):
      sourceProblem(SourceProblem.Fault(failure))
    case .status(let status, let address, _):
      sourceProblem(.refused(address: address.text, status: status))
    case .redirect(let failure, let address):
      sourceProblem(.redirect(address: address.text, failure.fault))
    case .tooLarge(let address, let limit):
      sourceProblem(.tooLarge(address: address.text, limit: limit))
    case .cut(let address, let received, _, _):
      sourceProblem(.cut(address: address.text, received: received, expected: artifact.size))
    case .sizeMismatch(let address, let expected, let actual):
      problem(.size(expected: expected, actual: actual), url: address.text)
    case .digestMismatch(let address, let expected, let actual):
      problem(
        .digest(expected: expected.hexadecimal, actual: actual.hexadecimal), url: address.text)
    case .header(let name):
      .system(.internalFault("a header `\(name)` that cannot be sent"))
    case .file(let error): Problem(error)
    case .cancelled: .interrupted
    }
  }
}

extension RedirectFailure {
  fileprivate var fault: RedirectFault {
    switch self {
    case .insecure(let target): .insecure(to: target.text)
    case .tooMany(let limit): .tooMany(limit: limit)
    case .address: .noAddress
    }
  }
}
