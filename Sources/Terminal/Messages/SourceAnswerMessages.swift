internal import Diagnostics
internal import Vocabulary

extension SourceProblem {
  /// Returns the message for a source that did not respond, or whose response cannot be used.
  func message(_ fault: SourceAnswerFault) -> Message {
    guard
      let message = connectionMessage(fault) ?? mirrorMessage(fault) ?? permissionMessage(fault)
        ?? loginMessage(fault) ?? responseMessage(fault) ?? fileMessage(fault)
        ?? pathMessage(fault)
    else { preconditionFailure("every fault is of one of these kinds") }
    return message
  }

  /// Returns the message for a server that cannot be reached, or whose response is incomplete.
  /// Returns `nil` for any other fault.
  private func connectionMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .unreachable(let address, let reason):
      baseMessage(
        "unreachable", "cannot reach \(server(at: address)) to fetch \(subject)", at: address
      )
      .detail("because", reason)
      .detail("try", withSystemRuby)
    case .stalled(let address, let reason):
      baseMessage(
        "stalled", "\(server(at: address)) stopped sending data for \(subject)", at: address
      )
      .detail("because", reason)
    case .tooSlow(let address, let bytesPerSecond, let seconds):
      baseMessage("too-slow", "the connection is too slow to fetch \(subject)", at: address)
        .detail(
          "because",
          "less than \(QuantityFormat.bytes(bytesPerSecond)) a second arrived for \(seconds) s"
        )
        .detail("try", "set a lower `minimum-speed` in the root's config, in bytes per second")
    case .cut(let address, let received, let expected):
      baseMessage("cut", "the connection was lost while fetching \(subject)", at: address)
        .detail("received", "\(received)\(expected.map { " of \($0)" } ?? "") bytes")
    case .uploadFailed(let address, let reason):
      baseMessage("upload-failed", "cannot upload \(subject(version)) to \(source)", at: address)
        .detail("because", reason)
        .detail("try", "run the command again: it uploads only what is missing")
    case .offline(let address):
      baseMessage(
        "offline", "\(subject) has not been downloaded yet, and `--offline` prevents downloads",
        at: address
      )
      .column(
        "try", ["run the command once without `--offline`"] + [withSystemRuby].compactMap(\.self))
    default: nil
    }
  }

  /// Returns the message for an address that must not be requested, or `nil` for any other fault.
  private func permissionMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .unencrypted(let address, let page, let advice):
      baseMessage("unencrypted", "refused an unencrypted URL for \(declared)", at: address)
        .detail("listed by", page.map(concealed))
        .detail("try", "use `https`" + (advice.map { ", or, \($0)" } ?? ""))
    case .signedAddress(let address):
      baseMessage(
        "signed-address", "\(source) has no permanent URL of a file for \(subject)", at: address
      )
      .detail(
        "because",
        "the URL needs its query, which may contain a token and must not be in a lock"
      )
      .detail("try", "use an index whose files have permanent URLs")
    case .forbidden(let address, let host, let line):
      baseMessage(
        "policy-forbids", "the policy of this machine forbids requests to \(host)", at: address
      )
      .detail("for", subject)
      .detail("policy", line.description)
      .detail("try", line.remedy)
    case .offlineForbidden(let address, let line):
      baseMessage(
        "policy-forbids-offline",
        "the policy of this machine depends on what the index states now", at: address
      )
      .detail("for", subject)
      .detail("because", "--offline is set")
      .detail("policy", line.description)
      .detail("try", "run the command again without --offline")
    case .redirect(let address, let fault):
      baseMessage("refused-redirect", "refused a redirect for \(subject)", at: address)
        .detail("because", fault.words)
    default: nil
    }
  }

  /// Returns the message for a response that cannot be used, or `nil` for any other fault.
  private func responseMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .refused(let address, let status, let advice):
      baseMessage(
        "refused", "\(server(at: address)) responded with status \(status) for \(subject)",
        at: address
      )
      .detail("because", Self.meaning(ofStatus: status))
      .detail("try", remedy(ofStatus: status, advice))
    case .unreadable(let address, let answer):
      baseMessage(
        "unreadable-answer",
        "the response from \(server(at: address)) for \(subject) cannot be read", at: address
      )
      .detail("because", answer.words)
      .detail(
        "try",
        [.noFiles, .page].contains(answer)
          ? "open the address in a browser to see what responds" : nil)
    case .tooLarge(let address, let limit):
      baseMessage(
        "too-large",
        "the response from \(server(at: address)) for \(subject) is larger than "
          + QuantityFormat.bytes(limit),
        at: address)
    case .registryChanged(let address, let locked, let found):
      baseMessage(
        "registry-changed", "the registry is no longer the one that was locked", at: address
      )
      .detail("locked", "sha256:\(locked)")
      .detail("found", "sha256:\(found)")
      .detail("run", "bootstrap registry update")
    default: nil
    }
  }

  /// Returns the message for a file that is not the expected one, or `nil` for any other fault.
  private func fileMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .wrongSize(let address, let expected, let actual):
      baseMessage(
        "wrong-size",
        version.map { "\(subject($0)) does not have the \(expectation) size" }
          ?? "a file for \(subject) differs in size from the one \(source) lists"
      )
      .detail(version == nil ? "address" : "from", concealed(address))
      .detail("mirror of", mirrored.map(concealed))
      .detail("expected", "\(expected) bytes").detail("actual", "\(actual) bytes")
      .detail("run", commandLine(retry) ?? copying(address))
    case .wrongDigest(let address, let expected, let actual):
      baseMessage(
        "wrong-digest",
        version.map { "\(subject($0)) is not the \(expectation) file; the download was discarded" }
          ?? "a file for \(subject) differs in SHA-256 digest from the one \(source) lists"
      )
      .detail(version == nil ? "address" : "from", concealed(address))
      .detail("mirror of", mirrored.map(concealed))
      .detail("expected", "sha256:\(expected)").detail("actual", "sha256:\(actual)")
      .detail("try", address.hasPrefix("file:") && copying(address) == nil ? restoring : nil)
      .detail("run", copying(address))
    case .unreadableArchive(let address, let fault):
      baseMessage("unreadable-archive", "a file for \(subject) cannot be read", at: address)
        .detail("because", fault.words)
    default: nil
    }
  }

  /// Returns the message for a file of a project or a directory, or `nil` for any other fault.
  private func pathMessage(_ fault: SourceAnswerFault) -> Message? {
    switch fault {
    case .noFile(let path):
      baseMessage(
        "no-directory",
        version.map { "the file for \(subject($0)) does not exist" }
          ?? "the directory for \(subject) has no index"
      )
      .detail("missing", path)
      .detail("try", restoring)
    case .foreignFile(let path):
      baseMessage("foreign-file", "refused a file for \(subject(version)) outside of the project")
        .detail("file", path)
        .detail(
          "because",
          "files must be in the directory of their index or in the project, even through symbolic "
            + "links")
    case .irregularFile(let path):
      baseMessage("irregular-file", "the file for \(subject(version)) is not a regular file")
        .detail("file", path)
    default: nil
    }
  }

  /// The way to avoid installing a Ruby that only gems need, or `nil` if the tool is not Ruby or
  /// the project itself asks for it.
  private var withSystemRuby: String? {
    guard tool == .ruby, case .tool? = origin else { return nil }
    return "bootstrap local ruby system, to run gems with the system's Ruby"
  }

  /// Returns the command that replaces the file at `address` if it made the file, or `nil`.
  private func copying(_ address: String) -> String? {
    address.hasPrefix("file:vendor/tools/") ? "bootstrap cache add" : nil
  }

  /// The advice for a locked file in the project that is missing or differs, or `nil` if the
  /// problem concerns no locked version. A file from a server should never change, so relocking it
  /// is not advised.
  private var restoring: String? {
    guard version != nil, let tool else { return nil }
    return "restore it from version control, or, if it changed on purpose, run "
      + "`bootstrap lock --update \(tool)`"
  }

  /// Returns the reason that a status gives, or `nil` if it gives none.
  static func meaning(ofStatus status: Int) -> String? {
    switch status {
    case 401: "it requires a valid user name and password"
    case 403: "access is denied"
    case 404, 410: "nothing exists at this address"
    case 407: "the proxy requires a user name and password"
    case 429: "it received too many requests"
    case 507: "the server has no space left"
    case 500...: "the server reported an error"
    default: nil
    }
  }

  /// What a file is compared with: a lock or, for bootstrap itself, the list of releases.
  private var expectation: String { tool?.text == "bootstrap" ? "released" : "locked" }

  /// Whether the request comes from a lock instead of a manifest.
  private var isLocked: Bool {
    if case .file(let path, _, _)? = origin { path.hasSuffix(".lock") } else { false }
  }

  /// Returns advice for a status, or `nil` if there is none.
  func remedy(ofStatus status: Int, _ advice: String?) -> String? {
    switch status {
    case 401, 403: advice
    case 404, 410:
      isLocked && mirrored == nil ? "run `bootstrap lock --update` to lock newer files" : nil
    case 429, 500...: "run the command again later"
    default: nil
    }
  }
}
