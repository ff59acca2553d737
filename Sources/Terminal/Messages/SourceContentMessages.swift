internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SourceProblem {
  /// Returns the message for a source that cannot satisfy the request.
  func message(_ fault: SourceContentFault) -> Message {
    switch fault {
    case .undefined(let aliased, let known, let candidates, let isOfProject, let provider):
      let meant = aliased.first ?? provider
      return baseMessage(
        "undefined-tool", "no registry defines \(tool.map { "`\($0)`" } ?? "the tool")"
      )
      .detail("alias of", aliased.map { "`\($0)`" })
      .detail("program of", provider.map { "`\($0)`" })
      .similar(meant == nil ? nearestNames(to: tool?.text ?? "", in: known) : [])
      .detail(
        "found",
        candidates.map {
          "`\($0.package)` \($0.version) on \($0.source)"
            + ($0.released.map { ", released \($0.prefix(10))" } ?? "")
        }
      )
      .detail("try", candidates.map { advice($0, isOfProject: isOfProject) })
      .detail("run", commandLine(retry))
      .detail("try", retry.isEmpty ? meant.map { "use the name `\($0)`" } : nil)
      .column(
        "try",
        meant == nil && candidates.isEmpty && retry.isEmpty
          ? undefinedAdvice(isOfProject: isOfProject) : [])
    case .unknownPackage(let known, let address):
      let similar = nearestNames(to: package ?? "", in: known)
      return baseMessage(
        "unknown-package",
        (isGem ? "the gem index has no gem" : "\(source) has no package")
          + " `\(package ?? "")`",
        at: address
      )
      .similar(similar)
      .detail(
        "available", key: "known", similar.isEmpty ? nearestFirst(known, to: [], limit: 5) : []
      )
      .detail("run", commandLine(retry))
      .detail(
        "try",
        package != tool?.text || origin == .commandLine
          ? nil
          : similar.first.map { "tool \"\($0)\"" }
            ?? "tool \"\(tool?.text ?? "")\", \(isGem ? "gem" : "package"): "
            + "\"<package name>\"")
    case .noReleases:
      return baseMessage("no-releases", "\(subject) has no releases")
    case .noVersionTags(let tags, let pattern, let hasOption):
      return baseMessage(
        "no-version-tags", "no tag of \(subject) \(hasOption ? "matches `tag`" : "is a version")"
      )
      .detail("tags", tags.map(literal))
      .detail(
        "try",
        pattern.map {
          toolfileLine(
            "tool \"\(tool?.text ?? "")\", \(source): \"\(package ?? "")\", tag: \"\($0)\"")
        } ?? "if the file names state versions, use `asset:` and `versions: :assets`"
      )
    case .noVersion(let wanted, let existing, let others, let oldest, let until):
      let command = pinCommand(beginning: wanted, existing) ?? commandLine(retry)
      return baseMessage("no-version", "no version of \(subject) matches `\(Self.stated(wanted))`")
        .detail(
          "available", key: "exist",
          existing + (others > 0 ? ["and \(QuantityFormat.number(others)) more"] : [])
        )
        .detail("oldest", oldest.map { "\($0.version), because \($0.reason)" })
        .detail("before", until.map { "\($0.version), because \($0.reason)" })
        .detail("run", command)
        .column("try", command == nil ? (remedies ?? []).map(\.advice) : [])
    case .allExcluded(let wanted, let exclusions):
      return ExcludedVersion.message(
        subject: subject, wanted: wanted, exclusions, requestOrigin: requestOrigin, retry: retry,
        remedies ?? [])
    case .noArtifact(let version, let platform, let reason, let served):
      return reason.details(
        below: baseMessage(
          "no-artifact",
          "\(subject(version.isEmpty ? nil : version)) is not available for \(platform)"),
        platform: platform,
        limit: retry.isEmpty ? Self.limit(to: served) : "limit the tool with `--platforms`",
        // No Toolfile asks for what only the command line names.
        lines: retry.isEmpty
          ? remedies?.map(\.advice) ?? (origin == .commandLine ? [] : nil) : nil
      )
      .detail("run", commandLine(retry))
    case .machineTooOld(let version, let asks, let has):
      return baseMessage(
        "machine-too-old", "\(subject(version.text)) needs \(asks), but this machine has \(has)"
      )
      .detail(
        "try",
        "require an older version of \(tool?.text ?? "it") in the Toolfile, or upgrade the system")
    case .noExecutables(let version, let file):
      return baseMessage("no-executables", "\(subject(version)) contains no executable")
        .detail("file", key: "in", file)
        .detail("because", isGem ? "a gem without programs cannot be a tool" : nil)
        .detail(
          "try",
          isGem
            ? "keep it in the Gemfile"
            : toolfileLine("tool \"\(tool?.text ?? "")\", executables: [\"<file name>\"]"))
    case .reservedExecutables(let version, let names):
      return baseMessage(
        "reserved-executables",
        "\(subject(version)) provides only \(list(names, "`")), which the Toolfile must list"
      )
      .detail(
        "try", toolfileLine("tool \"\(tool?.text ?? "")\", executables: [\(list(names, "\""))]"))
    case .needsPython(let version, let scripts):
      return baseMessage(
        "needs-python", "\(subject(version)) is a Python program and needs Python to run"
      )
      .detail("scripts", scripts.map { "`\($0)`" })
    case .missingExecutables(let version, let names, let found):
      return baseMessage(
        "missing-executables",
        "\(subject(version)) does not provide \(names.map(literal).joined(separator: ", "))"
      )
      .detail("provides", key: "has", nearestFirst(found, to: names, limit: 5))
    }
  }

  /// Returns a requirement as its author states it: a single version without its operator.
  private static func stated(_ requirement: String) -> Substring {
    let isVersion = requirement.hasPrefix("= ") && !requirement.contains(",")
    return requirement.dropFirst(isVersion ? 2 : 0)
  }

  /// Whether the tool comes from a gem index.
  private var isGem: Bool { source == "gem" }

  /// Returns the command that pins the newest version that starts with a pin's version, or `nil` if
  /// there is none, or if no `.tool-version` asks for it.
  private func pinCommand(beginning wanted: String, _ existing: [String]) -> String? {
    guard let path = origin?.path, let tool, wanted.hasPrefix("= ") else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let version = String(wanted.dropFirst(2))
    guard parts.last == ".tool-version", existing.contains(where: { $0.hasPrefix("\(version).") })
    else { return nil }
    let directory = parts.dropLast().joined(separator: "/")
    return bootstrapCommand(
      "local --install \(shellWord(tool.text)) \(shellWord(version))",
      in: directory.isEmpty ? nil : directory)
  }

  /// Returns a line to write into the Toolfile. For the command line, says that it belongs there.
  private func toolfileLine(_ line: String) -> String {
    origin == .commandLine ? "in the Toolfile: \(line)" : line
  }

  /// Returns advice about a tool without a definition. A Toolfile can name the source or a
  /// registry, but a pin cannot.
  private func undefinedAdvice(isOfProject: Bool) -> [String] {
    guard isOfProject || origin?.path?.split(separator: "/").last == "Toolfile" else {
      return ["define it in a file, and add `registry FILE` to the root's config"]
    }
    let tool = tool?.text ?? ""
    return [
      origin == .commandLine
        ? "bootstrap add \(shellWord(tool)) --pypi PACKAGE"
        : "tool \"\(tool)\", pypi: \"<package name>\"",
      "define it in a file, and name the file in the Toolfile: registry \"./my.rb\"",
    ]
  }

  /// Returns the line that takes the tool from a candidate, a package that the user may mean.
  private func advice(_ candidate: PackageCandidate, isOfProject: Bool) -> String {
    let tool = tool?.text ?? ""
    let line =
      isOfProject && origin == .commandLine
      ? "bootstrap add \(shellWord(tool)) --\(candidate.source) \(shellWord(candidate.package))"
      : "tool \"\(tool)\", \(candidate.source): \"\(candidate.package)\""
    return "\(line), if that is the tool you mean"
  }

  /// Returns how to limit a tool to the platforms `served`, or to others if none are known.
  private static func limit(to served: [Platform]) -> String {
    let option =
      served.isEmpty ? "`platforms:`" : "`platforms: [\(list(served.map(\.rawValue), "\""))]`"
    return "limit the tool with \(option) or `on`"
  }
}

extension MissingArtifact {
  /// Returns `message` with the reason and the advice.
  ///
  /// - Parameters:
  ///   - message: The message without the reason.
  ///   - platform: The platform without an artifact.
  ///   - limit: How to limit the tool to other platforms.
  ///   - lines: The lines of the Toolfile that avoid the problem, or `nil` if none was tried.
  fileprivate func details(
    below message: Message, platform: Platform, limit: String, lines: [String]?
  ) -> Message {
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
        .column("try", lines ?? ["\(limit), or remove the platform"])
    }
  }
}
