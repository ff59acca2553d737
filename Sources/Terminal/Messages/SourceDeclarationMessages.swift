internal import Diagnostics

extension SourceProblem {
  /// The message for a fault in the manifest.
  var declarationMessage: Message {
    switch fault {
    case .unknownSource(let known):
      baseMessage("unknown-source", "unknown source `\(source)`")
        .similar(nearestNames(to: source, in: known, allowing: 2))
        .detail("supported", key: "known", known.map { "`\($0)`" })
    case .unknownOption(let option, let known):
      baseMessage("unknown-option", "the source `\(source)` has no option `\(option)`")
        .similar(nearestNames(to: option, in: known, allowing: 2))
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
}
