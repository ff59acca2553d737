internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension SourceProblem {
  /// Returns the message for a fault in the manifest.
  func message(_ fault: SourceDeclarationFault) -> Message {
    switch fault {
    case .unknownSource(let known):
      correctable(
        "unknown-source", "unknown source `\(source)`", source, among: known, marks: ("\"", "\""))
    case .unknownOption("system", _):
      baseMessage("unknown-option", "a Toolfile cannot leave \(declared) to the system")
        .detail(
          "try",
          "bootstrap local \(tool?.text ?? "TOOL") system, which writes "
            + "`\(tool?.text ?? "TOOL") system` to .tool-version")
    case .unknownOption(let option, let known):
      correctable(
        "unknown-option", "the source `\(source)` has no option `\(option)`", option, among: known,
        marks: (" ", ":"))
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
        others.isEmpty ? nil : "tool \"\(tool?.text ?? "")\", executables: [\(list(others, "\""))]")
    case .undefinedNeed(let need, let known):
      baseMessage("undefined-need", "\(declared) needs `\(need)`, which no registry defines")
        .similar(nearestNames(to: need.text, in: known))
    case .cycleOfNeeds(let tools):
      baseMessage(
        "cycle-of-needs", "definitions need each other: \(tools.joined(separator: " → "))")
    case .packageWithoutSource:
      baseMessage("package-without-source", "\(declared) names a package, but not its source")
        .detail("try", "tool \"\(tool?.text ?? "")\", pypi: \"\(printable(package ?? ""))\"")
    case .badAddress(let fault):
      baseMessage("bad-address", "invalid URL for \(declared)")
        .detail("because", fault.words)
    }
  }

  /// Returns the message about a word that does not exist, with the line to write if one of the
  /// `known` words was probably meant.
  ///
  /// - Parameter marks: The text before and after the word in its line, where `'` can be in place
  ///   of `"`.
  private func correctable(
    _ code: String, _ headline: String, _ word: String, among known: [String],
    marks: (before: String, after: String)
  ) -> Message {
    let nearest = nearestNames(to: word, in: known, allowing: 2)
    let corrected = nearest.first.flatMap { name -> String? in
      let plain = line?.replacing("'", with: "\"") ?? ""
      let parts = plain.split(
        separator: marks.before + word + marks.after, omittingEmptySubsequences: false)
      guard parts.count == 2, let line, line.utf8.count < 160 else { return nil }
      let start = line.index(line.startIndex, offsetBy: parts[0].count + 1)
      let end = line.index(start, offsetBy: word.count)
      return "\(line[..<start])\(name)\(line[end...])"
    }
    return baseMessage(code, headline)
      .similar(nearest)
      .detail("supported", key: "known", known.map { "`\($0)`" })
      .detail("try", corrected)
  }
}
